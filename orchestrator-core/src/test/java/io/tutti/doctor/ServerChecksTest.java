package io.tutti.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.doctor.Check.Verdict;
import io.tutti.doctor.ServerObservation.Place;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ServerAccount;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.AccountGrant.Need;
import io.tutti.spi.TlsMode;
import io.tutti.trust.KnownServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerChecksTest {
  private static final InstanceAddress ADDRESS = InstanceAddress.parse("db1:3306");
  private static final Optional<KnownServer> KNOWN =
      Optional.of(
          new KnownServer(
              ADDRESS,
              Optional.empty(),
              Optional.empty(),
              States.NOW,
              "alice",
              KnownServer.Reason.NAMED));
  private static final Observed<ServerAccount> ACCOUNT =
      Observed.known(new ServerAccount("tutti", "10.%"));
  private static final Observed<List<AccountGrant>> NOTHING_LACKED = Observed.known(List.of());

  @Test
  void aServerThatLacksNothingIsWell() {
    assertThat(checks(States.of("db1:3306"), NOTHING_LACKED))
        .allMatch(Check::isWell)
        .extracting(Check::name)
        .containsExactly("login", "privileges", "address", "settings", "clock", "tls", "trust");
  }

  @Test
  void whatCannotBeReadFailsWithTheReasonAndItsRemedies() {
    OrchestratorException refused =
        new OrchestratorException(
            ErrorCode.ACCESS_DENIED, "db1:3306", "db1:3306 refused the login.", List.of("do this"));

    List<Check> checks =
        ServerChecks.of(
            new ServerObservation(
                ADDRESS,
                "tutti",
                new ServerObservation.Failed(refused),
                TlsMode.REQUIRED,
                Optional.empty(),
                Map.of()));

    assertThat(checks).extracting(Check::name).containsExactly("login", "tls", "trust");
    assertThat(checks.getFirst())
        .isEqualTo(Check.fail("login", refused.observed(), refused.remedies()));
    assertThat(checks.getLast().verdict()).isEqualTo(Verdict.WARN);
    assertThat(checks.getLast().remedies().toString()).contains("trust db1:3306");
  }

  @Test
  void aLackedPrivilegeOfOperationsWarnsOfWhatWouldBeRefusedAndOneOfWatchingFails() {
    AccountGrant operating = new AccountGrant("SUPER ON *.*", Need.OPERATING, "fence; skip");
    AccountGrant watching = new AccountGrant("PROCESS ON *.*", Need.WATCHING, "what threads do");
    AccountGrant forReplicas =
        new AccountGrant("REPLICATION SLAVE ON *.*", Need.REPLICATING, "replicas");
    AccountGrant seldom = new AccountGrant("EVENT ON *.*", Need.SOMETIMES, "resolve");

    Check monitor = privileges(Observed.known(List.of(operating, seldom)));
    Check blind = privileges(Observed.known(List.of(watching, operating)));

    assertThat(monitor.verdict()).isEqualTo(Verdict.WARN);
    assertThat(monitor.observed()).isEqualTo("'tutti' lacks SUPER ON *.*. Refused: fence; skip.");
    assertThat(monitor.remedies().toString())
        .contains("GRANT SUPER ON *.* TO 'tutti'@'10.%'", "show grants", "host 10.%, existing")
        .doesNotContain("EVENT");
    assertThat(blind.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(blind.observed()).contains("Not read: what threads do. Refused: fence; skip.");
    assertThat(privileges(Observed.known(List.of(seldom, forReplicas))))
        .isEqualTo(
            Check.ok(
                "privileges",
                "'tutti' may do all that watching and operations need. Only where it is wanted, it"
                    + " lacks for resolve: EVENT ON *.*."));
    assertThat(privileges(Observed.unknown("it has a role")).verdict()).isEqualTo(Verdict.WARN);
  }

  @Test
  void whereTheAccountIsNotKnownNothingIsToBeGrantedToAGuess() {
    Remedies remedies =
        AccountChecks.privileges(
                "tutti",
                new ServerObservation.Read(
                    States.of("db1:3306").build(),
                    Observed.unknown("not asked"),
                    Observed.known(
                        List.of(new AccountGrant("SUPER ON *.*", Need.OPERATING, "fence")))))
            .remedies();

    assertThat(remedies.toString()).contains("show grants", "user tutti").doesNotContain("GRANT ");
  }

  @Test
  void anAddressThatIsReportedMustLeadToWhereTheServerIs() {
    States server = States.of("db1:3306").reportedAs("other:3306");

    assertThat(named(server, Map.of("other", Observed.known(List.of())), "address").observed())
        .isEqualTo("It reports its address as other:3306, and that name does not resolve here.");
    assertThat(
            named(
                    server,
                    Map.of("db1", at("10.0.0.1", false), "other", at("10.0.0.9", false)),
                    "address")
                .verdict())
        .isEqualTo(Verdict.WARN);
    assertThat(
            named(
                    server,
                    Map.of("db1", at("10.0.0.1", false), "other", at("10.0.0.1", false)),
                    "address")
                .isWell())
        .isTrue();
  }

  @Test
  void settingsThatKeepTuttiFromSomethingAreNamedOneByOne() {
    assertThat(
            named(States.of("db1:3306").setting("performance_schema", "OFF"), Map.of(), "settings")
                .observed())
        .startsWith("performance_schema = OFF");
  }

  @Test
  void whatIsNotKnownIsNotWell() {
    assertThat(
            named(States.of("db1:3306").setting("performance_schema", "?"), Map.of(), "settings")
                .observed())
        .startsWith("performance_schema is not known: ");
    assertThat(named(States.of("db1:3306").binlogs(Observed.unknown("lost")), Map.of(), "settings"))
        .matches(check -> check.verdict() == Verdict.WARN)
        .matches(check -> check.observed().equals("log_bin is not known: lost."));
    assertThat(
            named(States.of("db1:3306").reportedAs(Observed.unknown("lost")), Map.of(), "address")
                .observed())
        .isEqualTo("What it reports as its address is not known: lost.");
    assertThat(
            named(States.of("db1:3306").reportedAs("other:3306"), Map.of(), "address").observed())
        .contains("where that name leads is not known");
  }

  @Test
  void aClockThatIsAheadIsReportedWithByHowMuch() {
    States ahead = States.of("db1:3306").startedAt(States.NOW.minus(Duration.ofSeconds(270)));

    assertThat(named(ahead, Map.of(), "clock").observed())
        .startsWith("Its clock is 30 s ahead of the controller's");
  }

  @Test
  void withoutTlsOnlyWhatStaysOnThisMachineIsWell() {
    States server = States.of("db1:3306");

    assertThat(named(server, Map.of("db1", at("127.0.0.1", true)), "tls").isWell()).isTrue();
    assertThat(named(server, Map.of("db1", at("0:0:0:0:0:0:0:1", true)), "tls").isWell()).isTrue();
    assertThat(named(server, Map.of("db1", at("10.0.0.1", false)), "tls").verdict())
        .isEqualTo(Verdict.WARN);
    assertThat(named(server, Map.of("db1", Observed.known(List.of())), "tls").verdict())
        .as("a name that leads nowhere")
        .isEqualTo(Verdict.WARN);
    assertThat(named(server, Map.of("db1", Observed.unknown("too slow")), "tls").observed())
        .contains("whether they stay on this machine is not known: too slow");
  }

  private static List<Check> checks(States server, Observed<List<AccountGrant>> lacked) {
    return ServerChecks.of(
        new ServerObservation(
            ADDRESS,
            "tutti",
            new ServerObservation.Read(server.build(), ACCOUNT, lacked),
            TlsMode.REQUIRED,
            KNOWN,
            Map.of("db1", at("10.0.0.1", false))));
  }

  private static Observed<List<Place>> at(String address, boolean isLoopback) {
    return Observed.known(List.of(new Place(address, isLoopback)));
  }

  private static Check privileges(Observed<List<AccountGrant>> lacked) {
    return checks(States.of("db1:3306"), lacked).get(1);
  }

  private static Check named(
      States server, Map<String, Observed<List<Place>>> places, String name) {
    return ServerChecks.of(
            new ServerObservation(
                ADDRESS,
                "tutti",
                new ServerObservation.Read(server.build(), ACCOUNT, NOTHING_LACKED),
                TlsMode.DISABLED,
                KNOWN,
                places))
        .stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
