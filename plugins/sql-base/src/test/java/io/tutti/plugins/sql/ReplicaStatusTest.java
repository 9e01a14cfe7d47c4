package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Channel;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicaStatusTest {
  private static final Map<String, String> BROKEN =
      Map.ofEntries(
          Map.entry("Master_Host", "db1"),
          Map.entry("Master_Port", "3306"),
          Map.entry("Slave_IO_Running", "Connecting"),
          Map.entry("Slave_SQL_Running", "No"),
          Map.entry("Master_Log_File", "binlog.000012"),
          Map.entry("Read_Master_Log_Pos", "4711"),
          Map.entry("Relay_Master_Log_File", "binlog.000011"),
          Map.entry("Exec_Master_Log_Pos", "120"),
          Map.entry("Last_SQL_Errno", "1062"),
          Map.entry("Last_SQL_Error", "Duplicate entry"),
          Map.entry("Last_SQL_Error_Timestamp", "261120  1:02:03"),
          Map.entry("Master_Server_Id", "0"));

  @Test
  void readsThreadsPositionsAndTheErrorByItsNumber() {
    Channel channel = channel(BROKEN, ZoneOffset.UTC);

    assertThat(channel.source()).hasToString("db1:3306");
    assertThat(channel.receiver().state()).isEqualTo(ThreadState.CONNECTING);
    assertThat(channel.applier().state()).isEqualTo(ThreadState.STOPPED);
    assertThat(channel.receiver().read()).hasToString("binlog.000012:4711");
    assertThat(channel.applier().executed()).hasToString("binlog.000011:120");
    assertThat(channel.applier().lastError().orElseThrow().number()).isEqualTo(1062);
    assertThat(channel.sourceServerId()).isInstanceOf(Observed.Absent.class);
  }

  @Test
  void errorTimesAreTheServersLocalTime() {
    assertThat(channel(BROKEN, ZoneOffset.ofHours(2)).applier().lastError().orElseThrow().at())
        .contains(Instant.parse("2026-11-19T23:02:03Z"));
  }

  @Test
  void newColumnNamesMeanTheSame() {
    Map<String, String> renamed = new HashMap<>();
    BROKEN.forEach((name, value) ->
        renamed.put(name.replace("Master", "Source").replace("Slave", "Replica"), value));

    assertThat(channel(renamed, ZoneOffset.UTC)).isEqualTo(channel(BROKEN, ZoneOffset.UTC));
  }

  @Test
  void channelWithoutASourceIsNone() {
    Map<String, String> row = new HashMap<>(BROKEN);
    row.put("Master_Host", "<NULL>");
    row.put("Master_Port", "0");

    assertThat(status(row, ZoneOffset.UTC).source()).isEmpty();
  }

  @Test
  void lagIsUnknownWithoutANumber() {
    assertThat(status(BROKEN, ZoneOffset.UTC).secondsBehind())
        .hasToString(
            "unknown (the server reports no lag while its receiver is connecting and its applier"
                + " stopped)");
    Map<String, String> row = new HashMap<>(BROKEN);
    row.put("Seconds_Behind_Master", "3");
    assertThat(status(row, ZoneOffset.UTC).secondsBehind().asOptional().orElseThrow())
        .satisfies(lag -> {
          assertThat(lag.amount()).isEqualTo(Duration.ofSeconds(3));
          assertThat(lag.source()).isEqualTo(LagSource.SECONDS_BEHIND);
        });
  }

  /** MySQL 5.7.22 reports 0 once the applier has applied what a stopped receiver had received. */
  @Test
  void aStoppedReceiverIsNotZeroBehind() {
    Map<String, String> row = new HashMap<>(BROKEN);
    row.put("Slave_IO_Running", "No");
    row.put("Seconds_Behind_Master", "0");

    assertThat(status(row, ZoneOffset.UTC).secondsBehind().isKnown()).isFalse();
  }

  /** It was given one when it was started: the server shows an empty name. */
  @Test
  void aChannelThatKeepsNoAccountIsKnown() {
    Map<String, String> row = new HashMap<>(BROKEN);
    row.put("Master_User", "");
    assertThat(channel(row, ZoneOffset.UTC).receiver().lacksAccount()).isTrue();
    row.put("Master_User", "repl");
    assertThat(channel(row, ZoneOffset.UTC).receiver().lacksAccount()).isFalse();
    row.remove("Master_User");
    assertThat(channel(row, ZoneOffset.UTC).receiver().lacksAccount()).isFalse();
  }

  private static ReplicaStatus status(Map<String, String> row, ZoneOffset zone) {
    return new ReplicaStatus(Row.of(row), zone);
  }

  private static Channel channel(Map<String, String> row, ZoneOffset zone) {
    return status(row, zone)
        .channel(
            new ReplicaStatus.Supplement(
                Observed.absent("none"),
                Positioning.LOG_POSITION,
                Observed.absent("none"),
                Observed.absent("none"),
                Observed.absent("none"),
                Observed.known(""),
                Observed.known(List.of()),
                Observed.absent("none")))
        .orElseThrow();
  }
}
