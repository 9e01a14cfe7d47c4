package io.tutti.stories;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A story that was played, and what was found, to be read by people. */
record Report(Played played, List<Oracle.Violation> violations, Duration took) {

  boolean isClean() {
    return violations.isEmpty();
  }

  String text(String release) {
    String reported = reported();
    return "seed %d on %s, %s, %.1f s%n%s%n  played:%n%s%n%s%s"
        .formatted(
            played.story().seed(),
            release,
            isClean() ? "clean" : violations.size() + " found",
            took.toMillis() / 1000.0,
            played.story().script(),
            played.lines().stream().collect(Collectors.joining("\n")),
            reported,
            violations.stream().map(each -> "  ** " + each + "\n").collect(Collectors.joining()));
  }

  /** Incidents, operations and what replicas show. */
  private String reported() {
    StringBuilder reported = new StringBuilder();
    played
        .deeds(Deed.Ended.class)
        .forEach(end ->
            reported.append("  %d ended at %s, %s\n".formatted(end.node(), end.at(), end.how())));
    played
        .truth()
        .incidents()
        .forEach(each ->
            reported
                .append("  incident ")
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
                                + replica.at("/lostOnSource").asString()
                                + " "
                                + replica.at("/gtids").asString())
                        .collect(Collectors.joining()))
                .append("\n"));
    played.truth().operations().forEach(each -> reported.append(operation(each)));
    played
        .truth()
        .findings()
        .forEach(each ->
            reported.append(
                "  finding %s %s\n"
                    .formatted(each.at("/code").asString(), each.at("/subject").asString())));
    played
        .truth()
        .servers()
        .values()
        .forEach(each ->
            reported.append(
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
    return reported.toString();
  }

  /** Of one that did not succeed also what each step found before it. */
  private static String operation(JsonNode operation) {
    String state = operation.at("/state").asString();
    String line =
        "  operation %s %s %s by %s %s: %s %s\n"
            .formatted(
                operation.at("/id").asString(),
                operation.at("/kind").asString(),
                operation.at("/target").asString(),
                operation.at("/actor").asString(),
                state,
                operation.at("/reason").asString(),
                state.equals("SUCCEEDED") ? "" : operation.at("/why").asString());
    return state.equals("SUCCEEDED")
        ? line
        : line
            + operation
                .at("/steps")
                .valueStream()
                .map(step ->
                    "    %s %s %s %s\n"
                        .formatted(
                            step.at("/kind").asString(),
                            step.at("/instance").asString(),
                            step.at("/state").asString(),
                            step.at("/before")))
                .collect(Collectors.joining());
  }
}
