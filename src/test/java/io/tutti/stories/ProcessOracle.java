package io.tutti.stories;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Each crash is seen as one, and no shutdown is. */
final class ProcessOracle implements Oracle {

  /** What ends so close to a reading may have been before it or after it. */
  private static final Duration BLUR = Duration.ofMillis(400);

  @Override
  public List<Violation> judge(Played played) {
    List<Violation> violations = new ArrayList<>();
    for (Truth.Server server :
        new TreeSet<>(played.truth().servers().keySet())
            .stream().map(played.truth()::server).toList()) {
      List<JsonNode> incidents = played.truth().incidentsOf(server.address());
      List<Deed.Ended> ends = played.deeds(Deed.Ended.class, server.node()).toList();
      List<Deed.Ended> untold = new ArrayList<>(ends);
      Instant after = Instant.EPOCH;
      for (JsonNode incident : incidents) {
        Instant noticed = Instant.parse(incident.at("/noticedAt").asString());
        List<Deed.Ended> its = between(untold, after, noticed);
        judge(incident, its).ifPresent(violations::add);
        if (isCutOff(incident)) {
          untold.removeAll(its);
        }
        after = noticed;
      }
      Instant last = after;
      ends.stream()
          .filter(end -> end.how() == Deed.End.KILLED && end.at().isAfter(last.plus(BLUR)))
          .map(end ->
              new Violation(
                  "CRASH_NOT_NOTICED",
                  "%s was killed at %s, and no incident followed"
                      .formatted(server.address(), end.at())))
          .forEach(violations::add);
    }
    return violations;
  }

  private static List<Deed.Ended> between(List<Deed.Ended> ends, Instant after, Instant before) {
    return ends.stream()
        .filter(end -> end.at().isAfter(after.minus(BLUR)) && end.at().isBefore(before))
        .toList();
  }

  /** What it reports of is no end of the next incident's, however soon that follows. */
  private static boolean isCutOff(JsonNode incident) {
    return incident.at("/ended/value").asString().equals("CUT_OFF");
  }

  private static Optional<Violation> judge(JsonNode incident, List<Deed.Ended> ends) {
    String ended = incident.at("/ended/value").asString();
    boolean isKilled = ends.stream().anyMatch(end -> end.how() == Deed.End.KILLED);
    String what =
        "%s of %s says %s %s (%s), and its ends were %s"
            .formatted(
                incident.at("/id").asString(),
                incident.at("/instance").asString(),
                ended,
                incident.at("/cost").asString(),
                incident.at("/why").asString(),
                ends.stream().map(Deed.Ended::how).toList());
    if (isKilled && incident.at("/cost").asString().equals("NONE")) {
      return Optional.of(new Violation("CRASH_CALLED_SHUTDOWN", what));
    }
    if (!ends.isEmpty() && !isKilled && isCutOff(incident)) {
      return Optional.of(new Violation("SHUTDOWN_CALLED_CRASH", what));
    }
    return Optional.empty();
  }
}
