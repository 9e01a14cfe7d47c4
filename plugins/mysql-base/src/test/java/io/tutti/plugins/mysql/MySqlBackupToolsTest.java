package io.tutti.plugins.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.ServerVersion;
import io.tutti.spi.backup.BackupTool;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlBackupToolsTest {
  @ParameterizedTest
  @CsvSource({
    "5.6.14, xtrabackup 2.4, false",
    "5.7.22, xtrabackup 2.4, false",
    "8.0.15, xtrabackup 8.0, false",
    "8.0.17, xtrabackup 8.0, true",
    "9.7.4, xtrabackup of the server's own line, true",
    "26.1.0, xtrabackup of the server's own line, true"
  })
  void eachReleaseHasItsTools(String version, String files, boolean clone) {
    List<BackupTool> tools = new MySqlBackupGuide(ServerVersion.parse(version)).tools();
    assertThat(tools)
        .extracting(BackupTool::name)
        .contains(files, "mysqldump", "mydumper")
        .filteredOn("CLONE"::equals)
        .hasSize(clone ? 1 : 0);
    assertThat(tools).filteredOn(tool -> tool.name().startsWith("xtrabackup")).hasSize(1);
    assertThat(tools).allSatisfy(tool -> assertThat(tool.why()).isNotBlank());
  }
}
