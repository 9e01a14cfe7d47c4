package io.tutti.plugins.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Positioning;
import io.tutti.plugins.sql.fixtures.MadeUpServer;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceWeight;
import io.tutti.spi.advice.Situation;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Servers as each release comes, with a binlog: what real ones print is in {@code captured}, where
 * only the number of threads was set.
 */
class DefaultSettingsTest {
  private static final List<String> NOT_DEFAULT =
      List.of("slave_parallel_threads", "slave_domain_parallel_threads");

  private static MadeUpServer server(String address, String release) {
    MadeUpServer server = MadeUpServer.of(address, "mariadb-10", release);
    CapturedServer captured = new CapturedServer(release, "idle");
    captured
        .reading()
        .settings()
        .values()
        .forEach((name, value) -> server.with(name, NOT_DEFAULT.contains(name) ? "0" : value));
    return server;
  }

  private static MadeUpServer replica(String source, String address, String release) {
    return server(address, release).replicatesFrom(source).by(Positioning.REPLICA_POS);
  }

  @ParameterizedTest
  @CsvSource({"10.1.8", "10.2.11", "10.11.5", "11.4.5"})
  void aServerAsItComesHasNoticesAtMost(String release) {
    MadeUpServer source = server("a:1", release);
    MadeUpServer intermediate = replica("a:1", "b:1", release);
    MadeUpServer leaf = replica("b:1", "c:1", release);
    List<Situation> fleet =
        List.of(
            source.withReplicas(),
            intermediate.withReplicas(),
            leaf.alone(),
            intermediate.below(source),
            leaf.below(intermediate));

    Set<AdviceCode> said =
        fleet.stream()
            .flatMap(situation ->
                MariaDbAdvice.rules().stream()
                    .filter(rule -> rule.code().isOfChannel() == situation.channel().isKnown())
                    .filter(rule -> rule.judges().apply(situation).isKnown())
                    .map(rule -> rule.code()))
            .collect(Collectors.toSet());

    assertThat(said).contains(AdviceCode.COMMITS_NOT_DURABLE);
    assertThat(said).allMatch(code -> code.weight() == AdviceWeight.NOTICE);
  }
}
