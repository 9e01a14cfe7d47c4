package io.tutti.sandbox.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerReleaseTest {

  @ParameterizedTest
  @CsvSource({
    "mysql-8.0, mysql-8.0.15",
    "mysql-5, mysql-5.7.22",
    "mysql-5.6, mysql-5.6.14",
    "MySQL-9.7, mysql-9.7",
    "mariadb-10, mariadb-10.11.5",
    "mariadb-10.1, mariadb-10.1.8",
    "mariadb-11, mariadb-11.4.5",
    "mysql, mysql-9.7",
    "mariadb, mariadb-11.4.5"
  })
  void findsTheNewestReleaseThatANameBegins(String name, String id) {
    assertThat(ServerRelease.require(name).id()).isEqualTo(id);
  }

  @ParameterizedTest
  @EnumSource
  void findsEachReleaseByItsOwnId(ServerRelease release) {
    assertThat(ServerRelease.find(release.id())).contains(release);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mysql-8.4", "mysql-", "", "postgres-16", "mariadb-10.11.50", "mysql-5.6.1"})
  void listsTheKnownReleasesWhenANameIsUnknown(String name) {
    assertThat(ServerRelease.find(name)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerRelease.require(name))
        .withMessageContaining("\"" + name + "\"")
        .withMessageContaining("mysql-5.6.14, mysql-5.7.22")
        .withMessageContaining("mariadb-11.4.5");
  }

  @Test
  void recognisesTheVersionThatAServerReports() {
    assertThat(ServerRelease.MYSQL_5_6_14.matchesVersion("5.6.14-log")).isTrue();
    assertThat(ServerRelease.MYSQL_9_7.matchesVersion("9.7.4-2")).isTrue();
    assertThat(ServerRelease.MARIADB_10_1_8.matchesVersion("10.1.8-MariaDB-log")).isTrue();
    assertThat(ServerRelease.MARIADB_10_1_8.matchesVersion("10.1.80-MariaDB")).isFalse();
  }

  @Test
  void comparesVersionsByNumberNotByText() {
    assertThat(ServerRelease.MARIADB_10_11_5.isAtLeast(10, 2)).isTrue();
    assertThat(ServerRelease.MARIADB_10_2_11.isAtLeast(10, 11)).isFalse();
    assertThat(ServerRelease.MYSQL_9_7.isAtLeast(8, 0)).isTrue();
  }
}
