package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tutti.acceptance.LyingServer.Lie;
import io.tutti.discovery.FlavorCatalogue;
import io.tutti.discovery.GreetingProbe;
import io.tutti.error.ErrorCode;
import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.plugins.mysql80.MySql80Provider;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However a server answers, it takes neither the memory nor the time of the controller. */
class LyingServersTest {
  private static final String MYSQL = "8.0.15";
  private static final String MARIADB = "5.5.5-10.11.5-MariaDB";
  private static final Duration TIME_MAX = Duration.ofSeconds(20);

  /** What is taken, and what the buffers of two sockets hold. */
  private static final long BYTES_MAX = 12 << 20;

  static Stream<Arguments> everyLieToBothDrivers() {
    return Arrays.stream(Lie.values())
        .flatMap(lie -> Stream.of("mysql", "mariadb").map(driver -> Arguments.of(lie, driver)));
  }

  @ParameterizedTest
  @MethodSource("everyLieToBothDrivers")
  void isReportedAsAnsweringWrongly(Lie lie, String driver) {
    try (LyingServer server = LyingServer.sending(lie, MYSQL)) {
      OrchestratorException refusal = refusal(server, driver, TIME_MAX);

      assertThat(refusal.code()).isEqualTo(ErrorCode.ANSWER_REFUSED);
      assertThat(refusal.observed()).startsWith(server.address() + " breaks the protocol: it ");
      assertThat(server.bytesTaken()).isLessThan(BYTES_MAX);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {MYSQL, MARIADB})
  void showsNoSignsThatATerminalObeys(String version) {
    try (LyingServer server = LyingServer.refusingWithEscapes(version)) {
      OrchestratorException refusal = refusal(server, Target.AUTOMATIC, TIME_MAX);

      assertThat(refusal.observed()).contains("Access denied", "PWNED").doesNotContain("\u001b");
      assertThat(refusal.getMessage()).doesNotContain("\u001b", "\u0007");
    }
  }

  /** Each byte comes soon enough, and all of them within seven minutes. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void waitsForNoByteLongerThanTheDeadline(boolean alsoGreeting) {
    Duration retryBudget = Duration.ofSeconds(1);
    for (String driver : List.of("mysql", "mariadb")) {
      try (LyingServer server = LyingServer.byteByByte(MYSQL, alsoGreeting)) {
        long began = System.nanoTime();

        OrchestratorException refusal = refusal(server, driver, retryBudget);

        assertThat(refusal.code().kind()).as(driver).isEqualTo(ErrorKind.UNREACHABLE);
        assertThat(Duration.ofNanos(System.nanoTime() - began))
            .as(driver)
            .isLessThan(retryBudget.multipliedBy(60));
      }
    }
  }

  private static OrchestratorException refusal(
      LyingServer server, String driver, Duration retryBudget) {
    InstanceAddress address = InstanceAddress.parse(server.address());
    FlavorCatalogue catalogue =
        new FlavorCatalogue(List.of(new MySql80Provider(), new MariaDb10Provider()));
    Target target =
        new Target(
            address,
            new Credentials("tutti", "the password"),
            TlsMode.DISABLED,
            driver,
            retryBudget);
    return catchThrowableOfType(
        OrchestratorException.class,
        () -> {
          Deadline deadline = Deadline.after(retryBudget);
          catalogue.identify(target, GreetingProbe.read(address, deadline), deadline);
        });
  }
}
