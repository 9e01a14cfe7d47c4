package io.tutti.stories;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a person did last stays, and nothing else is left stopped. */
final class PersonOracle implements Oracle {

  @Override
  public List<Violation> judge(Played played) {
    List<Violation> violations = new ArrayList<>();
    for (Truth.Server server : played.truth().servers().values()) {
      if (server.source() != 0) {
        judge(played, server, true, violations);
        judge(played, server, false, violations);
      }
    }
    judgeVariables(played, violations);
    return violations;
  }

  private static void judge(
      Played played, Truth.Server server, boolean ofApplier, List<Violation> violations) {
    int node = server.node();
    Instant start = played.startOf(node);
    Optional<Deed.ThreadsSet> last =
        played
            .deeds(Deed.ThreadsSet.class, node)
            .filter(each -> each.at().isAfter(start))
            .filter(each ->
                ofApplier ? each.threads().isWithApplier() : each.threads().isWithReceiver())
            .reduce((one, other) -> other);
    boolean isStopped =
        played.atTheEnd().stopped().contains(new Played.StoppedThread(node, ofApplier));
    String thread = (ofApplier ? "the applier of " : "the receiver of ") + server.address();
    if (wasMovedByResolve(played)
        || last.filter(each -> isUnheard(played, server, each)).isPresent()) {
      return;
    }
    if (last.isPresent() && !last.get().running() && !isStopped && !hasFailed(server, ofApplier)) {
      violations.add(
          new Violation("STOP_OVERRULED", "a person stopped " + thread + " at " + last.get().at()));
    }
    boolean isWanted =
        last.map(Deed.ThreadsSet::running).orElseGet(() -> startsByItself(played, node));
    if (isWanted
        && isStopped
        && wasActedOn(played, server, start)
        && !isExplained(played, server, ofApplier)) {
      violations.add(new Violation("LEFT_STOPPED", thread + " is stopped, and nobody stopped it"));
    }
  }

  /** Without an operation since its start a server has not started it itself. */
  private static boolean wasActedOn(Played played, Truth.Server server, Instant start) {
    String source = played.truth().server(server.source()).address();
    return played.truth().operations().stream()
        .filter(each -> Instant.parse(each.at("/changedAt").asString()).isAfter(start))
        .map(each -> each.at("/target").asString())
        .anyMatch(target -> target.equals(server.address()) || target.equals(source));
  }

  private static boolean hasFailed(Truth.Server server, boolean ofApplier) {
    return server
        .replication()
        .map(row -> row.firstText(ofApplier ? "Last_SQL_Errno" : "Last_IO_Errno"))
        .filter(number -> !number.equals("0"))
        .isPresent();
  }

  private static boolean startsByItself(Played played, int node) {
    return played
            .deeds(Deed.Started.class, node)
            .reduce((one, other) -> other)
            .filter(Deed.Started::withoutReplication)
            .isEmpty()
        && !(played.story().setup().startedFenced() && node == 1);
  }

  /** A backup session stops the applier, the fence of its source the receiver. */
  private static boolean isExplained(Played played, Truth.Server server, boolean ofApplier) {
    return ofApplier
        ? played.atTheEnd().sessions().contains(server.node())
        : played.atTheEnd().fenced().contains(server.source());
  }

  private static boolean wasMovedByResolve(Played played) {
    return played
        .deeds(Deed.Asked.class)
        .anyMatch(each -> each.ask().wish() == Act.Wish.RESOLVE && each.wasAccepted());
  }

  /**
   * A session hears of a stop once it is open, and in the process in which it was opened. Of one
   * that comes before, who then ends the session says so last.
   */
  private static boolean isUnheard(Played played, Truth.Server server, Deed.ThreadsSet set) {
    boolean isEnded =
        played
            .deeds(Deed.Asked.class, set.node())
            .anyMatch(
                each -> each.ask().wish() == Act.Wish.BACKUP_END && each.at().isAfter(set.at()));
    return isEnded && !wasSessionOpenedBefore(played, server, set);
  }

  private static boolean wasSessionOpenedBefore(
      Played played, Truth.Server server, Deed.ThreadsSet set) {
    Instant start = played.startOf(set.node());
    return played.truth().operations().stream()
        .filter(each -> each.at("/target").asString().equals(server.address()))
        .filter(each -> each.at("/kind").asString().equals("backup.begin"))
        .map(each -> Instant.parse(each.at("/changedAt").asString()))
        .anyMatch(opened -> opened.isAfter(start) && opened.isBefore(set.at()));
  }

  private static void judgeVariables(Played played, List<Violation> violations) {
    Map<String, Deed.VariableSet> last = new HashMap<>();
    played
        .deeds(Deed.VariableSet.class)
        .filter(each -> each.at().isAfter(played.startOf(each.node())))
        .forEach(each -> last.put(each.node() + " " + each.name(), each));
    last.forEach((key, set) -> {
      boolean isAskedSince =
          played
              .deeds(Deed.Asked.class, set.node())
              .anyMatch(each -> each.at().isAfter(set.at()) && each.ask().wish() == Act.Wish.APPLY);
      String now = played.atTheEnd().variables().getOrDefault(key, "unknown");
      if (!isAskedSince && !now.equals(set.value())) {
        violations.add(
            new Violation(
                "SETTING_OVERRULED",
                "a person set %s of %d to %s at %s, and it is %s"
                    .formatted(set.name(), set.node(), set.value(), set.at(), now)));
      }
    });
  }
}
