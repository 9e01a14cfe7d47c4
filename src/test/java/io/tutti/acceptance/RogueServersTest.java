package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tutti.acceptance.RogueServer.Trick;
import io.tutti.binlog.BinlogStream;
import io.tutti.binlog.DumpTrial;
import io.tutti.discovery.FlavorCatalogue;
import io.tutti.discovery.GreetingProbe;
import io.tutti.discovery.KnownTargets;
import io.tutti.discovery.Targets;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedy;
import io.tutti.model.InstanceAddress;
import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.plugins.mysql80.MySql80Provider;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.LogReader.LogFile;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.spi.fence.Trial;
import io.tutti.trust.ContactRule;
import io.tutti.trust.KnownServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** No server is given the password that has not earned it, whatever it asks for. */
class RogueServersTest {
  private static final String MYSQL = "8.0.15";
  private static final String MARIADB = "5.5.5-10.11.5-MariaDB";
  private static final String PASSWORD = "the password";
  private static final Duration TIME_MAX = Duration.ofSeconds(30);

  private final TrustInMemory kept = new TrustInMemory();

  static Stream<Arguments> everyTrickByBothDrivers() {
    return Arrays.stream(Trick.values())
        .flatMap(trick ->
            Stream.of(TlsMode.values())
                .flatMap(tls ->
                    Stream.of(MYSQL, MARIADB).map(version -> Arguments.of(trick, tls, version))));
  }

  @ParameterizedTest
  @MethodSource("everyTrickByBothDrivers")
  void givesNobodyThePassword(Trick trick, TlsMode tls, String version) {
    try (RogueServer rogue = rogue(trick, tls, version)) {
      refusal(targets(tls), rogue);

      assertThat(rogue.passwords()).isEmpty();
    }
  }

  /** It is neither a proxy nor another kind of server, but the account that is to be changed. */
  @ParameterizedTest
  @EnumSource(names = {"CLEAR", "DIALOG", "NOBODY_KNOWS"})
  void saysThatThePluginIsNotTaken(Trick trick) {
    for (String version : List.of(MYSQL, MARIADB)) {
      try (RogueServer rogue = RogueServer.plain(trick, version)) {
        OrchestratorException refusal = refusal(targets(TlsMode.DISABLED), rogue);

        assertThat(refusal.observed())
            .contains("log in only with an authentication plugin that Tutti does not use");
        assertThat(refusal.remedies().list().getFirst().toString())
            .startsWith("ALTER USER 'tutti' IDENTIFIED WITH");
      }
    }
  }

  /** One that waits is not asked again, as that would be a broken handshake each time. */
  @Test
  void letsOneWaitThatNobodyTrusts() {
    try (RogueServer rogue = RogueServer.plain(Trick.OWN_KEY, MYSQL)) {
      KnownTargets targets = targets(TlsMode.DISABLED);
      OrchestratorException first = refusal(targets, rogue);
      int asked = rogue.logins().size();

      assertThat(first.code()).isEqualTo(ErrorCode.SERVER_UNTRUSTED);
      assertThat(first.observed()).contains("SHA256:");
      assertThat(first.remedies()).containsExactly(Remedy.of(Acts.trust(rogue.address())));
      assertThat(refusal(targets, rogue).code()).isEqualTo(ErrorCode.SERVER_UNTRUSTED);
      assertThat(rogue.logins()).hasSize(asked);
    }
  }

  @Test
  void contactsNobodyFarAway() {
    KnownTargets targets = targets(TlsMode.DISABLED);
    InstanceAddress far = InstanceAddress.parse("192.0.2.1:3306");

    OrchestratorException refusal =
        catchThrowableOfType(
            OrchestratorException.class,
            () ->
                targets.identify(
                    new FlavorCatalogue(List.of()),
                    far,
                    () -> {
                      throw new AssertionError("it was contacted");
                    },
                    soon()));

    assertThat(refusal.code()).isEqualTo(ErrorCode.ADDRESS_NOT_ALLOWED);
    assertThat(refusal.remedies()).contains(Remedy.of(Acts.discover(far)));
  }

  @ParameterizedTest
  @EnumSource(names = {"DISABLED", "REQUIRED"})
  void knowsWhomAPersonNamedAndRefusesWhoeverTakesItsPlace(TlsMode tls) {
    try (RogueServer server = rogue(Trick.OWN_KEY, tls, MYSQL)) {
      KnownTargets targets = targets(tls);
      InstanceAddress address = InstanceAddress.parse(server.address());
      targets.named(address, "anna");
      refusal(targets, server);
      assertThat(server.passwords()).as("as ssh trusts a first contact").contains(PASSWORD);
      assertThat(kept.all())
          .singleElement()
          .satisfies(known -> assertThat(known.by()).isEqualTo("anna"));
      server.passwords().clear();
      server.becomeAnother();

      OrchestratorException refusal = refusal(targets(tls), server);

      assertThat(server.passwords()).isEmpty();
      assertThat(refusal.code()).isEqualTo(ErrorCode.SERVER_KEY_CHANGED);
      assertThat(refusal.observed()).containsPattern("SHA256:.*SHA256:");
      assertThat(kept.actions()).contains("server.refused");
    }
  }

  @Test
  void trustsOneThatHasTheKeyOfATrustedOne() {
    try (RogueServer named = RogueServer.plain(Trick.OWN_KEY, MYSQL);
        RogueServer twin = RogueServer.plain(Trick.OWN_KEY, MYSQL)) {
      KnownTargets targets = targets(TlsMode.DISABLED);
      targets.named(InstanceAddress.parse(named.address()), "anna");
      refusal(targets, named);

      refusal(targets, twin);

      assertThat(twin.passwords()).contains(PASSWORD);
      assertThat(kept.all()).extracting(KnownServer::reason).contains(KnownServer.Reason.SAME_KEY);
    }
  }

  @Test
  void trustsOneWhenAPersonSaysSo() {
    try (RogueServer server = RogueServer.plain(Trick.OWN_KEY, MYSQL)) {
      KnownTargets targets = targets(TlsMode.DISABLED);
      refusal(targets, server);
      InstanceAddress address = InstanceAddress.parse(server.address());
      OrchestratorException wrong =
          catchThrowableOfType(
              OrchestratorException.class,
              () -> targets.trust(address, Optional.of("SHA256:00"), "anna", soon()));
      assertThat(wrong.code()).isEqualTo(ErrorCode.SERVER_KEY_CHANGED);

      targets.trust(address, Optional.empty(), "anna", soon());
      refusal(targets, server);

      assertThat(server.passwords()).contains(PASSWORD);
    }
  }

  @ParameterizedTest
  @EnumSource(Trick.class)
  void readsNoBinlogForThePrice(Trick trick) {
    for (TlsMode tls : TlsMode.values()) {
      try (RogueServer rogue = rogue(trick, tls, MYSQL)) {
        Target target = targets(tls).targetFor(InstanceAddress.parse(rogue.address()));
        assertThat(
                new DumpTrial(target, new Credentials("repl", PASSWORD))
                    .begin(List.of(new LogFile("binlog.000001", 4, false)), soon()))
            .isInstanceOf(Trial.Inconclusive.class);
        assertThatThrownBy(() -> new BinlogStream(target).begunAt("binlog.000001", soon()))
            .isInstanceOf(OrchestratorException.class);

        assertThat(rogue.passwords()).as("%s", tls).isEmpty();
      }
    }
  }

  private static RogueServer rogue(Trick trick, TlsMode tls, String version) {
    return tls == TlsMode.DISABLED
        ? RogueServer.plain(trick, version)
        : RogueServer.selfSigned(trick, version);
  }

  private static Deadline soon() {
    return Deadline.after(TIME_MAX);
  }

  private static OrchestratorException refusal(KnownTargets targets, RogueServer rogue) {
    InstanceAddress address = InstanceAddress.parse(rogue.address());
    FlavorCatalogue catalogue =
        new FlavorCatalogue(List.of(new MySql80Provider(), new MariaDb10Provider()));
    return catchThrowableOfType(
        OrchestratorException.class,
        () ->
            targets.identify(
                catalogue, address, () -> GreetingProbe.read(address, soon()), soon()));
  }

  private KnownTargets targets(TlsMode tls) {
    Targets configured =
        new Targets() {
          @Override
          public Target targetFor(InstanceAddress address) {
            return new Target(
                address, new Credentials("tutti", PASSWORD), tls, Target.AUTOMATIC, TIME_MAX);
          }

          @Override
          public List<HeartbeatTable> heartbeatsFor(InstanceAddress address) {
            return List.of();
          }
        };
    KnownTargets targets =
        new KnownTargets(configured, kept, ContactRule.NEAR, kept, InstantSource.system());
    targets.named(new InstanceAddress("127.0.0.1", 1), "anna");
    return targets;
  }
}
