package io.tutti.cli.render;

import io.tutti.api.ActView;
import io.tutti.api.RemedyView;
import io.tutti.error.Action;
import io.tutti.error.Argument;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Tutti can do, as the command that asks for it. */
public final class ActCommand {
  private ActCommand() {}

  /** The sentence of a remedy, with commands where something can be asked for. */
  public static String said(RemedyView remedy) {
    return remedy.said(ActCommand::of);
  }

  public static List<String> said(List<RemedyView> remedies) {
    return remedies.stream().map(ActCommand::said).toList();
  }

  /**
   * {@code tutti gaps close db1:3306}; of an action of a later release, what the controller says.
   */
  public static String of(ActView act) {
    return Arrays.stream(Action.values())
        .filter(action -> action.name().equals(act.action()))
        .findFirst()
        .flatMap(action -> of(action, act))
        .orElse(act.text());
  }

  private static Optional<String> of(Action action, ActView act) {
    if (action == Action.EXPLAIN) {
      String about = act.arguments().getOrDefault(Argument.ABOUT.fieldName(), "");
      return Arrays.stream(Action.values())
          .filter(each -> each.name().equals(about))
          .findFirst()
          .map(each -> "tutti " + verb(each).replaceAll(" --.*", "") + " --help");
    }
    // What the verb has of its own stands behind what it is done to.
    String[] verb = verb(action).split("(?= --)", 2);
    return Optional.of(
        Stream.of(
                Stream.of("tutti " + verb[0]),
                words(action, act, true),
                Stream.of(verb).skip(1).map(String::strip),
                words(action, act, false))
            .flatMap(words -> words)
            .collect(Collectors.joining(" ")));
  }

  private static Stream<String> words(Action action, ActView act, boolean positional) {
    return Arrays.stream(Argument.values())
        .filter(argument -> isPositional(action, argument) == positional)
        .flatMap(argument -> word(argument, act, positional).stream());
  }

  private static boolean isPositional(Action action, Argument argument) {
    boolean isOption =
        action == Action.FENCE && argument == Argument.INCIDENT
            || action == Action.TRUST_CLUSTER && argument == Argument.CLUSTER;
    return argument.isSubject() && !isOption || argument == Argument.SETTING;
  }

  private static Optional<String> word(Argument argument, ActView act, boolean positional) {
    String value = act.arguments().get(argument.fieldName());
    if (value != null) {
      return given(argument, value, positional);
    }
    return act.asked().contains(argument.fieldName())
        ? asked(argument, positional)
        : Optional.empty();
  }

  private static Optional<String> given(Argument argument, String value, boolean positional) {
    return switch (argument) {
      // A replica has one session: its name is enough.
      case SESSION -> Optional.empty();
      case CHANNEL, USER, HOST -> Optional.of(option(argument) + " " + quoted(value));
      case WHY -> Optional.of("--why \"" + value + "\"");
      case ROLE -> Optional.of("--role " + value.toLowerCase(Locale.ROOT));
      default ->
          Optional.of(
              positional
                  ? value
                  : argument.isFlag() ? option(argument) : option(argument) + " " + value);
    };
  }

  /** A server names its channels: what people copy into a shell must stay one word there. */
  private static String quoted(String value) {
    return "'" + value.replace("'", "'\\''") + "'";
  }

  private static Optional<String> asked(Argument argument, boolean positional) {
    return switch (argument) {
      case SESSION -> Optional.empty();
      case INSTANCE -> Optional.of("HOST:PORT");
      case INCIDENT, OPERATION -> Optional.of("ID");
      case FROM, PROMOTE, TO -> Optional.of(option(argument) + " HOST:PORT");
      case AT -> Optional.of("--at PLACE");
      case WHY -> Optional.of("--why \"…\"");
      case DEADLINE -> Optional.of("--deadline SECONDS");
      default ->
          Optional.of(positional ? argument.name() : option(argument) + " " + argument.name());
    };
  }

  private static String option(Argument argument) {
    return "--" + argument.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String verb(Action action) {
    return switch (action) {
      case LIST_CLUSTERS -> "clusters";
      case SHOW_TOPOLOGY -> "topology";
      case SHOW_INSTANCE -> "instance";
      case SHOW_ERRANT -> "errant show";
      case SHOW_STARTUP_CONFIG -> "startup-config";
      case LIST_AUDIT -> "audit";
      case DISCOVER -> "discover";
      case FORGET -> "forget";
      case LIST_TRUSTED, TRUST, TRUST_CLUSTER -> "trust";
      case SHOW_TRUST -> "trust --show";
      case SHOW_GAPS -> "gaps show";
      case CLOSE_GAPS -> "gaps close";
      case SKIP -> "skip";
      case RELOCATE -> "relocate";
      case REJOIN -> "rejoin";
      case SHOW_PARALLELISM -> "parallelism show";
      case APPLY_PARALLELISM -> "parallelism apply";
      case LIST_BACKUPS -> "backup list";
      case BEGIN_BACKUP -> "backup begin";
      case RENEW_BACKUP -> "backup renew";
      case END_BACKUP -> "backup end";
      case LIST_INCIDENTS -> "crash list";
      case SHOW_INCIDENT, SHOW_CRASH -> "crash show";
      case REPORT_INCIDENT, REPORT_CRASH -> "crash report";
      case CLOSE_INCIDENT -> "crash close";
      case RESOLVE_INCIDENT -> "crash resolve";
      case SWITCHOVER -> "switchover";
      case FAILOVER -> "failover";
      case RELEASE_HOLD -> "hold release";
      case SALVAGE -> "crash salvage";
      case FENCE -> "fence";
      case UNFENCE -> "unfence";
      case REBUILD -> "crash rebuild";
      case REBUILD_BY_HAND -> "crash rebuild --by-hand";
      case ATTACH_COPY -> "crash rebuild --attach";
      case MARK_TO_REBUILD -> "crash rebuild --mark";
      case UNMARK_TO_REBUILD -> "crash rebuild --unmark";
      case LIST_OPERATIONS -> "operations list";
      case SHOW_OPERATION -> "operations show";
      case FOLLOW_OPERATION -> "operations follow";
      case RETRY_OPERATION -> "operations retry";
      case SETTLE_OPERATION -> "operations settle";
      case SHOW_GRANTS -> "grants";
      case LIST_TOKENS -> "token list";
      case CREATE_TOKEN -> "token create";
      case EXPLAIN -> "help";
    };
  }
}
