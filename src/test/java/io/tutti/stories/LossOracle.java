package io.tutti.stories;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What clients were acknowledged, a replica has and the server lost with a process is said, and is
 * never called nothing.
 */
final class LossOracle implements Oracle {

  @Override
  public List<Violation> judge(Played played) {
    List<Violation> violations = new ArrayList<>();
    for (Truth.Server server : played.truth().servers().values()) {
      played
          .deeds(Deed.Ended.class, server.node())
          .filter(end -> end.how() == Deed.End.KILLED)
          .map(Deed.Ended::at)
          .max(java.util.Comparator.naturalOrder())
          .ifPresent(killed -> judge(played, server, killed, violations));
    }
    played.truth().incidents().stream()
        .filter(LossOracle::isOverAndUnknown)
        .map(each ->
            new Violation(
                "UNKNOWN_CALLED_OVER",
                "%s of %s is over, and what its replicas have is not known: %s"
                    .formatted(
                        inShort(each), each.at("/instance").asString(), each.at("/replicas"))))
        .forEach(violations::add);
    return violations;
  }

  private static boolean isOverAndUnknown(JsonNode incident) {
    return !incident.at("/open").asBoolean()
        && incident
            .at("/replicas")
            .valueStream()
            .anyMatch(each -> each.at("/lostOnSource").asString().equals("unknown"));
  }

  private static void judge(
      Played played, Truth.Server server, Instant killed, List<Violation> violations) {
    Set<Long> lost = acked(played, server.node(), killed);
    lost.removeAll(server.tags());
    if (lost.isEmpty()) {
      return;
    }
    List<JsonNode> incidents = played.truth().incidentsOf(server.address());
    Set<Long> known = new HashSet<>();
    for (Truth.Server other : played.truth().servers().values()) {
      Set<Long> has = had(played, other, server.node());
      has.retainAll(lost);
      known.addAll(has);
      if (!has.isEmpty()) {
        calledNone(incidents, other, has.size()).ifPresent(violations::add);
      }
    }
    boolean isSaid =
        incidents.stream().anyMatch(each -> each.at("/open").asBoolean())
            || played.atTheEnd().fenced().contains(server.node());
    if (!known.isEmpty() && !isSaid) {
      violations.add(
          new Violation(
              "LOSS_CALLED_NOTHING",
              "%s lost %d rows that were acknowledged before %s and that others have (tags %s); it says %s"
                  .formatted(
                      server.address(),
                      known.size(),
                      killed,
                      some(known),
                      incidents.stream().map(LossOracle::inShort).toList())));
    }
  }

  static Set<Long> acked(Played played, int node, Instant before) {
    Set<Long> acked = new HashSet<>();
    played.acks().stream()
        .filter(ack -> ack.node() == node && ack.confirmed().isBefore(before))
        .forEach(ack -> acked.add(ack.tag()));
    return acked;
  }

  /** What a server has, or had received of another one while that one's process lived. */
  static Set<Long> had(Played played, Truth.Server server, int source) {
    Set<Long> had = server.tags();
    Instant lastKilled =
        played
            .deeds(Deed.Ended.class, server.node())
            .map(Deed.Ended::at)
            .max(java.util.Comparator.naturalOrder())
            .orElse(Instant.EPOCH);
    played
        .deeds(Deed.Received.class, server.node())
        .filter(mark -> mark.source() == source && mark.at().isAfter(lastKilled))
        .forEach(mark -> had.addAll(certain(played, mark)));
    return had;
  }

  /**
   * Of a source whose binlog lost its end, and that gives names again, a replica by GTID leaves out
   * what has a name that it knows: how far it has read proves nothing then.
   */
  private static Set<Long> certain(Played played, Deed.Received mark) {
    Set<Long> tags = new HashSet<>(mark.tags());
    played
        .deeds(Deed.Cut.class, mark.source())
        .map(Deed.Cut::at)
        .filter(at -> at.isBefore(mark.at()) && played.story().setup().byGtid())
        .min(java.util.Comparator.naturalOrder())
        .ifPresent(at -> tags.retainAll(acked(played, mark.source(), at)));
    return tags;
  }

  /**
   * The incident may say that the replica has nothing by its name; not that it has nothing. Where
   * it says that rows may be missing, that is what its sentence says.
   */
  private static Optional<Violation> calledNone(
      List<JsonNode> incidents, Truth.Server replica, int count) {
    boolean isCalledSo =
        !incidents.isEmpty()
            && incidents.stream().noneMatch(LossOracle::mayLackRows)
            && incidents.stream()
                .allMatch(incident ->
                    incident
                        .at("/replicas")
                        .valueStream()
                        .anyMatch(each ->
                            each.at("/address").asString().equals(replica.address())
                                && each.at("/lostOnSource").asString().equals("none")));
    return isCalledSo
        ? Optional.of(
            new Violation(
                "REPLICA_SAID_TO_HAVE_NOTHING",
                "%s has %d rows that %s lost, and is said to have nothing that it lost: %s"
                    .formatted(
                        replica.address(),
                        count,
                        incidents.getLast().at("/instance").asString(),
                        incidents.stream().map(LossOracle::inShort).toList())))
        : Optional.empty();
  }

  private static boolean mayLackRows(JsonNode incident) {
    return incident.at("/missing").valueStream().anyMatch(each -> each.asString().equals("ROWS"));
  }

  static String inShort(JsonNode incident) {
    return "%s %s %s %s%s"
        .formatted(
            incident.at("/id").asString(),
            incident.at("/ended/value").asString(),
            incident.at("/cost").asString(),
            incident.at("/open").asBoolean() ? "open" : "over",
            incident.at("/settled").asBoolean() ? "" : " (not settled)");
  }

  static String some(Set<Long> tags) {
    return tags.stream().sorted().limit(5).toList() + (tags.size() > 5 ? "…" : "");
  }
}
