package io.tutti.cli.view;

import io.tutti.model.Observed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An instance as the controller tells of it.
 *
 * @param aliases other addresses under which the same server was met
 * @param age how old the reading is; empty when there was none
 * @param flavor the id of its flavor, {@code mysql-8.0}
 * @param writable whether ordinary clients can write
 * @param binlogFilters what it keeps out of its binlog on purpose
 * @param channels one for each source; empty on a server that replicates from nobody
 * @param groups the facts that are only shown, by group ({@code durability}) and name
 */
public record InstanceView(
    String address,
    List<String> aliases,
    String cluster,
    Contact contact,
    Role role,
    Optional<FailureView> failure,
    Optional<Duration> age,
    Optional<String> flavor,
    Optional<String> version,
    Observed<Boolean> writable,
    GtidView gtid,
    Observed<String> binlogPosition,
    Observed<Long> workers,
    Observed<String> parallelMode,
    List<String> binlogFilters,
    List<ChannelView> channels,
    List<Problem> problems,
    Map<String, Map<String, Observed<String>>> groups) {

  /** Whether and how it answers. */
  public enum Contact {
    REACHED,
    FAILED,
    RESTORED,
    PENDING
  }

  /** Its place in the replication graph. */
  public enum Role {
    SOURCE("source"),
    INTERMEDIATE_SOURCE("intermediate"),
    REPLICA("replica"),
    STANDALONE("standalone"),
    UNKNOWN("unknown");

    private final String display;

    Role(String display) {
      this.display = display;
    }

    public String display() {
      return display;
    }
  }

  /** A finding about it, named by its code; the severity is empty when it was not told. */
  public record Problem(String code, Optional<String> severity) {
    static Optional<Problem> of(Json json) {
      return json.text()
          .or(() -> json.text("code"))
          .map(code -> new Problem(code, json.text("severity")));
    }
  }

  /** The parts of an answer that are shown as groups of facts, in this order. */
  private static final List<String> GROUPS =
      List.of(
          "writeProtection", "gtid", "binlog", "durability", "parallel", "semiSync", "settings");

  private static final List<String> LONE_FACTS =
      List.of(
          "serverUuid",
          "serverId",
          "hostname",
          "port",
          "reportedAs",
          "writable",
          "uptimeSeconds",
          "channelsMissing");

  public InstanceView {
    aliases = List.copyOf(aliases);
    channels = List.copyOf(channels);
    problems = List.copyOf(problems);
  }

  public static InstanceView of(Json json) {
    Json parallel = json.at("parallel");
    return new InstanceView(
        json.textOr("address", "?"),
        json.texts("aliases"),
        json.textOr("cluster", ""),
        constant(Contact.class, json.text("contact"), Contact.PENDING),
        constant(Role.class, json.text("role"), Role.UNKNOWN),
        Optional.of(json.at("failure")).filter(Json::isPresent).map(FailureView::of),
        json.at("ageMillis").number().map(Duration::ofMillis),
        json.text("flavor"),
        json.text("version"),
        json.observedFlag("writable"),
        GtidView.of(json.at("gtid")),
        json.at("binlog").observedText("position"),
        parallel.observedNumber("workers"),
        parallel.observedText("mode"),
        json.texts("binlogFilters"),
        channels(json),
        json.at("problems").items().stream().flatMap(item -> Problem.of(item).stream()).toList(),
        groups(json));
  }

  private static List<ChannelView> channels(Json json) {
    return json
        .observed("channels", value -> Optional.of(value.items()))
        .asOptional()
        .orElse(List.of())
        .stream()
        .map(ChannelView::of)
        .toList();
  }

  private static Map<String, Map<String, Observed<String>>> groups(Json json) {
    Map<String, Map<String, Observed<String>>> groups = new LinkedHashMap<>();
    Map<String, Observed<String>> server = new LinkedHashMap<>();
    json.text("versionComment").ifPresent(c -> server.put("versionComment", Observed.known(c)));
    for (String name : LONE_FACTS) {
      if (json.at(name).isPresent()) {
        server.put(name, json.observedText(name));
      }
    }
    groups.put("server", server);
    for (String group : GROUPS) {
      Map<String, Observed<String>> facts = new LinkedHashMap<>();
      for (String name : json.at(group).fields().keySet()) {
        facts.put(name, json.at(group).observed(name, Json::text));
      }
      if (!facts.isEmpty()) {
        groups.put(group, facts);
      }
    }
    List<String> stalled = new ArrayList<>(json.texts("stalledStatements"));
    if (!stalled.isEmpty()) {
      groups.put("stalled", Map.of("statements", Observed.known(String.join("; ", stalled))));
    }
    return groups;
  }

  static <E extends Enum<E>> E constant(Class<E> type, Optional<String> name, E otherwise) {
    return name.flatMap(wanted ->
            List.of(type.getEnumConstants()).stream()
                .filter(constant -> constant.name().equals(wanted))
                .findFirst())
        .orElse(otherwise);
  }
}
