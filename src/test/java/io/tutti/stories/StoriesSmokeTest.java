package io.tutti.stories;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One story of each family, so that the searcher does not rot. */
@Tag("thorough")
class StoriesSmokeTest {

  @ParameterizedTest(name = "{0} {1} on {2}")
  @CsvSource({
    "1, SOURCE_CRASH, MYSQL_8_0_15",
    "1, REPLICA_CRASH, MYSQL_5_7_22",
    "1, PERSON_DURING_APPLY, MARIADB_10_11_5",
    "1, BACKUP, MARIADB_10_11_5",
    "1, FAILED_TRANSACTION, MYSQL_8_0_15",
    "1, FREEZE, MARIADB_11_4_5"
  })
  void whatIsSaidIsSo(long seed, Family family, ServerRelease release) {
    Report report = StoriesTest.play(Story.draw(seed, family), release);
    System.err.println(report.text(release.id()));
    assertThat(report.violations()).as(report.text(release.id())).isEmpty();
  }
}
