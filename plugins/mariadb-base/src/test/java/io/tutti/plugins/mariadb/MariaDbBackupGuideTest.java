package io.tutti.plugins.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceState;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.fixtures.MadeUpServer;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.SourceDump;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MariaDbBackupGuideTest {
  private static InstanceState server(String address, String haveSsl) {
    MadeUpServer server = MadeUpServer.of(address, "mariadb-11", "11.4.5");
    return (haveSsl.isEmpty() ? server : server.with("have_ssl", haveSsl)).state();
  }

  private static MariaDbBackupGuide guide(String release) {
    return new MariaDbBackupGuide(ServerVersion.parse(release));
  }

  private static List<Attachment> ways(MariaDbBackupGuide guide, InstanceState source) {
    return List.of(
        guide.attachBelow(source.address(), GtidSet.parse("0-1-7")),
        guide.attachBelow(source.address(), Optional.empty()),
        guide.attachBelow(
            source.address(), Optional.of(new BinlogPosition("binlog.000001", 1234))));
  }

  /** What a server of 11.3 and later asks for by itself, and the source cannot give. */
  @ParameterizedTest
  @CsvSource({
    "11.4.5,  DISABLED, true",
    "11.4.5,  NO,       true",
    "11.3.2,  DISABLED, true",
    "11.4.5,  YES,      false",
    "11.4.5,  '',       false",
    "11.2.6,  DISABLED, false",
    "10.11.5, DISABLED, false",
    "10.1.8,  DISABLED, false"
  })
  void tlsIsLeftOutOnlyWhereTheSourceHasNone(String release, String haveSsl, boolean isLeftOut) {
    InstanceState source = server("a:1", haveSsl);
    MariaDbBackupGuide guide = guide(release);

    assertThat(ways(guide, source))
        .allSatisfy(way -> {
          Attachment fitted = guide.towards(source, way);
          String wanted = way.statements().getLast() + (isLeftOut ? ", MASTER_SSL=0" : "");
          assertThat(fitted.statements().getLast()).isEqualTo(wanted);
          assertThat(fitted.statements()).hasSameSizeAs(way.statements());
          assertThat(fitted.by()).isEqualTo(way.by());
        });
  }

  /** A backup session reported it, and the source was restarted since. */
  @Test
  void aSourceThatOffersTlsByNowIsAskedForIt() {
    MariaDbBackupGuide guide = guide("11.4.5");
    InstanceState plain = server("a:1", "DISABLED");
    Attachment way = ways(guide, plain).getFirst();
    Attachment fitted = guide.towards(plain, way);

    assertThat(guide.towards(plain, fitted)).isEqualTo(fitted);
    assertThat(guide.towards(server("a:1", "YES"), fitted)).isEqualTo(way);
    assertThat(guide.towards(server("a:1", ""), fitted)).as("not known").isEqualTo(fitted);
  }

  /** The client's programs of these releases ask for TLS, too. */
  @ParameterizedTest
  @CsvSource({
    "11.4.5,  DISABLED, YES,      '-u USER -p --skip-ssl --all', '-u USER -p --init'",
    "11.4.5,  YES,      DISABLED, '-u USER -p --all',            '-u USER -p --skip-ssl --init'",
    "10.11.5, DISABLED, DISABLED, '-u USER -p --all',            '-u USER -p --init'"
  })
  void aDumpIsMadeAndLoadedAsTheServersOffer(
      String release, String source, String copy, String dumps, String loads) {
    SourceDump dump =
        guide(release).dumpOf(server("a:1", source), server("b:2", copy)).orElseThrow();

    assertThat(dump.commands()).hasSize(2);
    assertThat(dump.commands().getFirst()).startsWith("mariadb-dump -h a -P 1 " + dumps);
    assertThat(dump.commands().getLast()).startsWith("mariadb -h b -P 2 " + loads);
  }
}
