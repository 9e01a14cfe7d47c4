package io.tutti.stories;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** A story that was played, and what was found, to be read by people. */
record Report(Played played, List<Oracle.Violation> violations, Duration took) {

  boolean isClean() {
    return violations.isEmpty();
  }

  String text(String release) {
    String told = told();
    return "seed %d on %s, %s, %.1f s%n%s%n  played:%n%s%n%s%s"
        .formatted(
            played.story().seed(),
            release,
            isClean() ? "clean" : violations.size() + " found",
            took.toMillis() / 1000.0,
            played.story().script(),
            played.lines().stream().collect(Collectors.joining("\n")),
            told,
            violations.stream().map(each -> "  ** " + each + "\n").collect(Collectors.joining()));
  }

  /** Incidents, operations and what replicas show. */
  private String told() {
    StringBuilder told = new StringBuilder();
    played
        .deeds(Deed.Ended.class)
        .forEach(end ->
            told.append("  %d ended at %s, %s\n".formatted(end.node(), end.at(), end.how())));
    played
        .truth()
        .incidents()
        .forEach(each ->
            told.append("  incident ")
                .append(each.at("/instance").asString())
                .append(" ")
                .append(LossOracle.inShort(each))
                .append(
                    each.at("/replicas")
                        .valueStream()
                        .map(replica ->
                            ", "
                                + replica.at("/address").asString()
                                + " "
                                + replica.at("/ghosts").asString()
                                + " "
                                + replica.at("/gtids").asString())
                        .collect(Collectors.joining()))
                .append("\n"));
    played
        .truth()
        .operations()
        .forEach(each ->
            told.append(
                "  operation %s %s %s by %s %s: %s\n"
                    .formatted(
                        each.at("/id").asString(),
                        each.at("/kind").asString(),
                        each.at("/target").asString(),
                        each.at("/actor").asString(),
                        each.at("/state").asString(),
                        each.at("/reason").asString())));
    played
        .truth()
        .findings()
        .forEach(each ->
            told.append(
                "  finding %s %s\n"
                    .formatted(each.at("/code").asString(), each.at("/subject").asString())));
    played
        .truth()
        .servers()
        .values()
        .forEach(each ->
            told.append(
                "  server %d %s: %d rows, source %d%s, %s %s\n"
                    .formatted(
                        each.node(),
                        each.address(),
                        each.rows().size(),
                        each.source(),
                        each.caughtUp() ? " caught up" : "",
                        each.replication()
                            .map(row ->
                                "%s/%s %s %s"
                                    .formatted(
                                        row.firstText("Slave_IO_Running"),
                                        row.firstText("Slave_SQL_Running"),
                                        row.firstText("Last_IO_Error"),
                                        row.firstText("Last_SQL_Error")))
                            .orElse("no replication"),
                        each.recovery())));
    return told.toString();
  }
}
