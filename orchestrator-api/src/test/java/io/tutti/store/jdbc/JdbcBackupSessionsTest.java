package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupTool;
import io.tutti.spi.backup.Coordinate;
import io.tutti.spi.knob.VersionRange;
import io.tutti.store.BackupSessions;
import io.tutti.topology.BackupSession;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcBackupSessionsTest {
  private static final InstanceAddress DB7 = InstanceAddress.parse("db7:3306");
  private static final InstanceAddress SOURCE = InstanceAddress.parse("[::1]:3306");
  private static final Instant BEGAN = Instant.parse("2026-11-21T09:30:12.123456789Z");
  private static final Duration LEASE = Duration.ofHours(2);

  @TempDir private Path folder;

  private JdbcStore open() {
    return JdbcStore.open("jdbc:h2:file:" + folder.resolve("store"), "", "");
  }

  private static BackupSession session(String id, Instant began) {
    return new BackupSession(
        id,
        DB7,
        began,
        LEASE,
        began.plus(LEASE),
        Optional.empty(),
        Optional.of("of 2 replicas"),
        List.of(
            new BackupSession.Held(
                "", SOURCE, true, Observed.known(new BinlogPosition("binlog.000002", 4711))),
            new BackupSession.Held("east", SOURCE, false, Observed.unknown("nobody knows"))),
        new BackupSession.Coordinates(
            Observed.absent("no binlog"),
            List.of(new Coordinate("gtid_executed", Observed.known("uuid:1-7"))),
            List.of(
                new Attachment(Attachment.By.GTID, SOURCE, List.of("RESET", "CHANGE"), "Any."))),
        List.of(
            new BackupTool("dump", VersionRange.between("5.6.0", "8.0.0"), "dump", "so", List.of())
                .without("--lock", "it locks"),
            new BackupTool("other", VersionRange.ALL, "other", "so", List.of())),
        Optional.of("the applier runs"),
        Observed.known(4L));
  }

  @Test
  void knowsThemAgainAfterARestart() {
    BackupSession session = session("5e5510", BEGAN);
    try (JdbcStore store = open()) {
      assertThat(store.records().backups().open()).isEmpty();
      store.records().backups().save(session);
      store.records().backups().save(session);
    }
    try (JdbcStore store = open()) {
      assertThat(store.records().backups().open()).containsExactly(session);
      assertThat(store.records().backups().find("5e5510")).contains(session);
      assertThat(store.records().backups().findOpen(DB7)).contains(session);
      assertThat(store.records().backups().findOpen(SOURCE)).isEmpty();
    }
  }

  @Test
  void anEndedOneStaysAndCannotBeRenewed() {
    try (JdbcStore store = open()) {
      BackupSessions sessions = store.records().backups();
      sessions.save(session("old", BEGAN));
      sessions.save(session("new", BEGAN.plusSeconds(1)));
      Instant later = BEGAN.plus(Duration.ofHours(9));

      assertThat(sessions.renew("old", Duration.ofHours(9), later)).isTrue();
      assertThat(sessions.find("old").orElseThrow().expiresAt()).isEqualTo(later);
      assertThat(sessions.find("old").orElseThrow().lease()).isEqualTo(Duration.ofHours(9));
      sessions.end("old", later);
      sessions.end("old", later.plusSeconds(1));

      assertThat(sessions.renew("old", LEASE, later)).isFalse();
      assertThat(sessions.find("old").orElseThrow().endedAt()).contains(later);
      assertThat(sessions.open()).extracting(BackupSession::id).containsExactly("new");
      assertThat(sessions.latest(DB7, 9))
          .extracting(BackupSession::id)
          .containsExactly("new", "old");
      sessions.save(sessions.find("old").orElseThrow().reopened());
      assertThat(sessions.open()).hasSize(2);
      sessions.remove("old");
      assertThat(sessions.find("old")).isEmpty();
    }
  }
}
