package io.tutti.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.ActView;
import io.tutti.api.RemedyView;
import io.tutti.api.RequestView;
import io.tutti.error.Act;
import io.tutti.error.Action;
import io.tutti.error.Acts;
import io.tutti.error.Argument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ActCommandTest {
  /** As the controller sends it. */
  public static ActView view(Act act) {
    Map<String, String> arguments = new LinkedHashMap<>();
    act.arguments().forEach((argument, value) -> arguments.put(argument.fieldName(), value));
    return new ActView(
        act.action().name(),
        arguments,
        act.asked().stream().map(Argument::fieldName).toList(),
        new RequestView("POST", "/there", Map.of()),
        "POST /there");
  }

  static List<List<Object>> commands() {
    return List.of(
        List.of(Acts.showGaps("db1:3306"), "tutti gaps show db1:3306"),
        List.of(Acts.showGaps(), "tutti gaps show HOST:PORT"),
        List.of(Acts.closeGaps("db1:3306", ""), "tutti gaps close db1:3306"),
        List.of(
            Acts.dryRun(Acts.closeGaps("db1:3306", "east")),
            "tutti gaps close db1:3306 --channel 'east' --dry-run"),
        List.of(
            Acts.closeGapsRowRepaired("db1:3306", "east"),
            "tutti gaps close db1:3306 --channel 'east' --row-repaired"),
        List.of(
            Acts.closeGaps("db1:3306", "it's; reboot"),
            "tutti gaps close db1:3306 --channel 'it'\\''s; reboot'"),
        List.of(Acts.closeGapsWithin("db1:3306"), "tutti gaps close db1:3306 --deadline SECONDS"),
        List.of(Acts.explain(Action.CLOSE_GAPS), "tutti gaps close --help"),
        List.of(
            Acts.showGrants("mysql-5.7", "5.7.22", "tutti", "10.%"),
            "tutti grants --flavor mysql-5.7 --version 5.7.22 --user 'tutti' --host '10.%'"
                + " --existing"),
        List.of(Acts.skipGtid("db1:3306"), "tutti skip db1:3306 --gtid GTID"),
        List.of(Acts.unfenceByForce("db1:3306"), "tutti unfence db1:3306 --force --why \"…\""),
        List.of(Acts.markToRebuild("db1:3306"), "tutti crash rebuild db1:3306 --mark --why \"…\""),
        List.of(
            Acts.markToRebuild("db1:3306", "errant transactions"),
            "tutti crash rebuild db1:3306 --mark --why \"errant transactions\""),
        List.of(
            Acts.fence("db1:3306", "20261121-224422-e98071cd"),
            "tutti fence db1:3306 --incident 20261121-224422-e98071cd"),
        List.of(
            Acts.resolvePromoting("20261121-224422-e98071cd"),
            "tutti crash resolve 20261121-224422-e98071cd --promote HOST:PORT"),
        List.of(Acts.switchover("db1:3306"), "tutti switchover db1:3306"),
        List.of(Acts.failoverByForce("db1:3306"), "tutti failover db1:3306 --force --why \"…\""),
        List.of(Acts.unmark(), "tutti crash rebuild HOST:PORT --unmark"),
        List.of(
            Acts.rebuildByHand("db1:3306", "db2:3306"),
            "tutti crash rebuild db1:3306 --by-hand --from db2:3306"),
        List.of(Acts.attachCopyAt("db1:3306"), "tutti crash rebuild db1:3306 --attach --at PLACE"),
        List.of(Acts.showTrust("db1:3306"), "tutti trust db1:3306 --show"),
        List.of(Acts.listTrusted(), "tutti trust"),
        List.of(Acts.endBackup("db1:3306", "s1"), "tutti backup end db1:3306"),
        List.of(Acts.createToken("OPERATOR"), "tutti token create NAME --role operator"),
        List.of(
            Acts.persist("db1:3306", "replica_workers", "4", ""),
            "tutti parallelism apply db1:3306 replica_workers=4 --persist"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void asksForItAsPeopleDo(List<Object> each) {
    assertThat(ActCommand.of(view((Act) each.getFirst()))).isEqualTo(each.getLast());
  }

  @Test
  void isInTheSentenceInThePlaceOfTheRequest() {
    assertThat(
            ActCommand.said(
                new RemedyView(
                    "start it, or \"POST /there\" for good",
                    List.of(view(Acts.forget("db1:3306"))))))
        .isEqualTo("start it, or \"tutti forget db1:3306\" for good");
    assertThat(ActCommand.said(RemedyView.advice("start it"))).isEqualTo("start it");
  }

  @Test
  void whatALaterReleaseCanDoIsSaidAsTheControllerDoes() {
    ActView later =
        new ActView("FLY", Map.of(), List.of(), new RequestView("POST", "/a", Map.of()), "POST /a");
    assertThat(ActCommand.said(new RemedyView("or POST /a", List.of(later))))
        .isEqualTo("or POST /a");
  }
}
