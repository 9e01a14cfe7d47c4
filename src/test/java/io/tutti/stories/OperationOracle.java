package io.tutti.stories;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Operations end, requests are answered, and what SUCCEEDED is so. */
final class OperationOracle implements Oracle {

  @Override
  public List<Violation> judge(Played played) {
    List<Violation> violations = new ArrayList<>();
    if (!played.atTheEnd().controllerAlive()) {
      violations.add(new Violation("CONTROLLER_DEAD", "its process has ended"));
    }
    for (String each : played.atTheEnd().unfinished()) {
      violations.add(new Violation("OPERATION_UNFINISHED", each));
    }
    for (JsonNode operation : played.truth().operations()) {
      String state = operation.at("/state").asString();
      if (state.equals("STUCK")) {
        violations.add(
            new Violation(
                "OPERATION_" + state,
                "%s %s %s: %s %s"
                    .formatted(
                        operation.at("/kind").asString(),
                        operation.at("/target").asString(),
                        operation.at("/actor").asString(),
                        operation.at("/reason").asString(),
                        operation.at("/trouble").asString())));
      }
    }
    played
        .deeds(Deed.Asked.class)
        .filter(each -> each.status() >= 500 && each.status() != 504)
        .map(each ->
            new Violation("ANSWER_" + each.status(), each.ask().line() + " " + each.answer()))
        .forEach(violations::add);
    played
        .deeds(Deed.Asked.class)
        .filter(each -> each.answer().at("/code").asString().equals("STATEMENT_FAILED"))
        .map(
            each -> new Violation("ANSWER_NOT_UNDERSTOOD", each.ask().line() + " " + each.answer()))
        .forEach(violations::add);
    played
        .deeds(Deed.Asked.class)
        .filter(each -> each.ask().wish() == Act.Wish.RESOLVE && each.wasAccepted())
        .filter(each -> state(played, each).equals("SUCCEEDED"))
        .forEach(each -> judgeResolve(played, each, violations));
    return violations;
  }

  static String state(Played played, Deed.Asked asked) {
    return played.truth().operations().stream()
        .filter(each -> each.at("/id").asString().equals(asked.operation()))
        .map(each -> each.at("/state").asString())
        .findFirst()
        .orElse("gone");
  }

  /**
   * The successor has what any replica had received of the old process, and it alone takes writes.
   */
  private static void judgeResolve(Played played, Deed.Asked asked, List<Violation> violations) {
    int lost = asked.node();
    Truth truth = played.truth();
    List<Truth.Server> others =
        truth.servers().values().stream().filter(each -> each.node() != lost).toList();
    List<Truth.Server> heads = others.stream().filter(each -> each.source() == 0).toList();
    if (heads.size() != 1) {
      violations.add(
          new Violation(
              "RESOLVED_TO_SEVERAL",
              "%d of those that go on have no source".formatted(heads.size())));
      return;
    }
    Set<Long> received = new HashSet<>();
    others.forEach(each -> received.addAll(LossOracle.had(played, each, lost)));
    received.retainAll(LossOracle.acked(played, lost, asked.at()));
    received.removeAll(heads.getFirst().tags());
    if (!received.isEmpty()) {
      violations.add(
          new Violation(
              "RESOLVED_WITH_LOSS",
              "%s took the place and lacks %d rows that a replica had received: %s%s"
                  .formatted(
                      heads.getFirst().address(),
                      received.size(),
                      LossOracle.some(received),
                      DifferenceOracle.acknowledged(played, received))));
    }
    List<String> writable =
        truth.servers().values().stream()
            .filter(each -> !each.readOnly())
            .map(Truth.Server::address)
            .toList();
    if (writable.size() > 1) {
      violations.add(new Violation("SEVERAL_WRITABLE", "after a resolve: " + writable));
    }
  }
}
