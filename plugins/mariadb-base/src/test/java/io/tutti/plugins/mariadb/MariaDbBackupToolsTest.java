package io.tutti.plugins.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.ServerVersion;
import io.tutti.spi.backup.BackupTool;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MariaDbBackupToolsTest {
  @ParameterizedTest
  @CsvSource({
    "10.1.8, xtrabackup 2.3, mysqldump",
    "10.2.11, mariabackup, mysqldump",
    "10.11.5, mariabackup, mariadb-dump",
    "11.4.5, mariabackup, mariadb-dump"
  })
  void eachReleaseHasItsTools(String version, String files, String dump) {
    List<BackupTool> tools = new MariaDbBackupGuide(ServerVersion.parse(version)).tools();
    assertThat(tools)
        .extracting(BackupTool::name)
        .containsExactlyInAnyOrder(files, dump, "mydumper");
    assertThat(tools).allSatisfy(tool -> assertThat(tool.why()).isNotBlank());
  }
}
