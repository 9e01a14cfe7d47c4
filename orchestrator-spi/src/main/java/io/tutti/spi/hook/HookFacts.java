package io.tutti.spi.hook;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.hook.HookEvent.Role;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The facts of an event as variables and as JSON. Pure. */
public final class HookFacts {
  private HookFacts() {}

  /**
   * {@code TUTTI_*}, and the {@code ORC_*} names that scripts written for others expect. What is
   * not known is an empty text.
   */
  public static SortedMap<String, String> variables(HookEvent event) {
    SortedMap<String, String> variables = new TreeMap<>();
    ours(event).forEach((name, value) -> variables.put("TUTTI_" + name, printable(value)));
    known(event).forEach((name, value) -> variables.put("ORC_" + name, printable(value)));
    return Collections.unmodifiableSortedMap(variables);
  }

  private static SortedMap<String, String> ours(HookEvent event) {
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put("EVENT", event.point().toString());
    facts.put("EVENT_ID", event.id());
    facts.put("AT", event.at().toString());
    facts.put("SAMPLE", Boolean.toString(event.isSample()));
    facts.put("OPERATION", event.cause().operation());
    facts.put("KIND", event.cause().kind());
    facts.put("ACTOR", event.cause().actor());
    facts.put("SUCCEEDED", succeeded(event));
    facts.put("REASON", event.cause().reason());
    facts.put("TARGET", event.about().target());
    facts.put("CLUSTER", event.about().cluster().orElse(""));
    facts.put("REPLICAS", joined(event.about().replicas()));
    facts.put("MEMBERS", joined(event.about().members()));
    putAddress(facts, "", event.about().instance());
    putAddress(facts, "SUCCESSOR_", event.about().successor());
    return facts;
  }

  /** Only those that can be filled truly are there, as scripts for Orchestrator know them. */
  private static SortedMap<String, String> known(HookEvent event) {
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put("FAILURE_TYPE", failureType(event));
    facts.put("FAILURE_DESCRIPTION", event.cause().reason());
    facts.put("FAILURE_CLUSTER", event.about().cluster().orElse(""));
    facts.put(
        "FAILURE_CLUSTER_ALIAS",
        event.about().details().alias().or(event.about()::cluster).orElse(""));
    facts.put("INSTANCE_TYPE", role(event).map(HookFacts::instanceType).orElse(""));
    facts.put("IS_MASTER", is(role(event).map(Role.SOURCE::equals)));
    facts.put("IS_CO_MASTER", is(role(event).map(Role.CO_PRIMARY::equals)));
    facts.put("IS_DOWNTIMED", is(event.about().details().isInDowntime()));
    // One setting is for both here.
    facts.put("AUTO_MASTER_RECOVERY", is(event.about().details().failsOver()));
    facts.put("AUTO_INTERMEDIATE_MASTER_RECOVERY", is(event.about().details().failsOver()));
    facts.put("COUNT_REPLICAS", Integer.toString(event.about().replicas().size()));
    facts.put("REPLICA_HOSTS", joined(event.about().replicas()));
    facts.put("IS_SUCCESSFUL", succeeded(event));
    facts.put("COMMAND", command(event));
    putAddress(facts, "FAILED_", event.about().instance());
    putAddress(facts, "SUCCESSOR_", event.about().successor());
    return facts;
  }

  private static Optional<Role> role(HookEvent event) {
    return event.about().details().role();
  }

  private static String instanceType(Role role) {
    return switch (role) {
      case SOURCE -> "master";
      case CO_PRIMARY -> "co-master";
      case INTERMEDIATE -> "intermediate-master";
    };
  }

  private static String is(Optional<Boolean> fact) {
    return fact.map(each -> Boolean.toString(each)).orElse("");
  }

  /**
   * A source that does not serve has a name there, and so has one that is replaced: also while it
   * lives, when only the command says so. Other kinds keep theirs.
   */
  private static String failureType(HookEvent event) {
    return switch (event.cause().kind()) {
      case "SOURCE_DEAD" -> role(event).map(HookFacts::dead).orElse("DeadMaster");
      case "SOURCE_FROZEN" -> "UnreachableMasterWithLaggingReplicas";
      case "INTERMEDIATE_SOURCE_DEAD" -> "DeadIntermediateMaster";
      default ->
          switch (event.point().subject()) {
            case SWITCHOVER -> "DeadMaster";
            case FAILOVER, RESOLVE -> role(event).map(HookFacts::dead).orElse(event.cause().kind());
            case RELOCATION, FENCE, UNFENCE, ROLLOUT_WAVE, BACKUP_BEGIN, BACKUP_END, DETECTION ->
                event.cause().kind();
          };
    };
  }

  private static String dead(Role role) {
    return switch (role) {
      case SOURCE -> "DeadMaster";
      case CO_PRIMARY -> "DeadCoMaster";
      case INTERMEDIATE -> "DeadIntermediateMaster";
    };
  }

  /** That a person wants it, in the words of those scripts; empty for what happens by itself. */
  private static String command(HookEvent event) {
    return switch (event.point().subject()) {
      case SWITCHOVER -> "graceful-master-takeover";
      case FAILOVER, RESOLVE -> isAutomatic(event) ? "" : "force-master-failover";
      case RELOCATION, FENCE, UNFENCE, ROLLOUT_WAVE, BACKUP_BEGIN, BACKUP_END, DETECTION -> "";
    };
  }

  private static boolean isAutomatic(HookEvent event) {
    return event.cause().actor().startsWith("policy:");
  }

  private static void putAddress(
      SortedMap<String, String> facts, String prefix, Optional<InstanceAddress> address) {
    facts.put(prefix + "HOST", address.map(InstanceAddress::host).orElse(""));
    facts.put(prefix + "PORT", address.map(each -> Integer.toString(each.port())).orElse(""));
  }

  private static String succeeded(HookEvent event) {
    return event.cause().succeeded().map(each -> Boolean.toString(each)).orElse("");
  }

  private static String joined(List<InstanceAddress> addresses) {
    return addresses.stream().map(InstanceAddress::toString).collect(Collectors.joining(","));
  }

  /** An environment takes no zero; a text of a server may hold any control character. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  /** One object: the names of ours in small letters, and lists and booleans as such. */
  public static String json(HookEvent event) {
    return ours(event).entrySet().stream()
        .map(fact ->
            quoted(fact.getKey().toLowerCase(java.util.Locale.ROOT))
                + ":"
                + value(fact.getKey(), fact.getValue(), event))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String value(String name, String text, HookEvent event) {
    return switch (name) {
      case "SAMPLE" -> text;
      case "REPLICAS" -> list(event.about().replicas());
      case "MEMBERS" -> list(event.about().members());
      case "SUCCEEDED", "PORT", "SUCCESSOR_PORT" -> text.isEmpty() ? "null" : text;
      case "CLUSTER", "HOST", "SUCCESSOR_HOST", "OPERATION" ->
          text.isEmpty() ? "null" : quoted(text);
      default -> quoted(text);
    };
  }

  private static String list(List<InstanceAddress> addresses) {
    return addresses.stream()
        .map(each -> quoted(each.toString()))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    text.chars()
        .forEach(each -> {
          if (each == '"' || each == '\\') {
            json.append('\\').append((char) each);
          } else if (each < ' ' || each > '~') {
            json.append("\\u%04x".formatted(each));
          } else {
            json.append((char) each);
          }
        });
    return json.append('"').toString();
  }
}
