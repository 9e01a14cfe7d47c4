package io.tutti.plugins.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.spi.Detection;
import io.tutti.spi.ServerBanner;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecognitionTest {

  @ParameterizedTest
  @CsvSource({
    "10.0.38-MariaDB, TEN",
    "10.1.8-MariaDB-log, TEN",
    "10.2.11-MariaDB-log, TEN",
    "10.11.5-MariaDB-log, TEN",
    "10.6.16-11-MariaDB-enterprise-log, TEN",
    "11.4.5-MariaDB-log, ELEVEN_AND_LATER",
    "11.8.1-MariaDB, ELEVEN_AND_LATER",
    "12.2.1-MariaDB, ELEVEN_AND_LATER"
  })
  void exactlyOnePluginClaimsARelease(String version, Releases expected) {
    ServerBanner banner = mariaDb(version, version);

    for (Releases releases : Releases.values()) {
      assertThat(new Recognition(banner).detect(releases))
          .isInstanceOf(releases == expected ? Detection.Claimed.class : Detection.Declined.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"8.0.11", "5.5.30 (ProxySQL)", "5.7.22-proxy"})
  void seesThroughAProxyThatAnnouncesAnotherVersion(String announced) {
    Detection detection =
        new Recognition(mariaDb(announced, "10.11.5-MariaDB-log")).detect(Releases.TEN);

    Detection.Claimed claimed = claimed(detection);
    assertThat(claimed.version()).hasToString("10.11.5");
    assertThat(claimed.evidence())
        .contains("gtid_domain_id", "announces itself as \"" + announced + "\"", "proxy");
  }

  @Test
  void takesTheReplicationPrefixForNoDisguise() {
    Detection detection =
        new Recognition(mariaDb("5.5.5-10.1.8-MariaDB", "10.1.8-MariaDB")).detect(Releases.TEN);

    assertThat(claimed(detection).version()).hasToString("10.1.8");
    assertThat(claimed(detection).evidence()).doesNotContain("proxy");
  }

  @Test
  void fallsBackToTheVersionOfInnoDbWhenEveryOtherAnswerIsDisguised() {
    ServerBanner banner =
        new ServerBanner(
            "8.0.11",
            "",
            Map.of(
                "version", "8.0.11",
                "innodb_version", "11.4.5",
                "gtid_domain_id", "0"));

    Detection.Claimed claimed = claimed(new Recognition(banner).detect(Releases.ELEVEN_AND_LATER));
    assertThat(claimed.version()).hasToString("11.4.5");
    assertThat(claimed.evidence()).contains("innodb_version");
  }

  @Test
  void declinesWhenNoAnswerShowsTheRelease() {
    ServerBanner banner =
        new ServerBanner(
            "8.0.11",
            "",
            Map.of("version", "8.0.11", "innodb_version", "5.7.20", "gtid_domain_id", "0"));

    assertThat(declined(banner, Releases.TEN)).contains("is not known", "8.0.11", "proxy");
  }

  @Test
  void refusesMariaDb55ByName() {
    ServerBanner banner =
        new ServerBanner(
            "5.5.68-MariaDB",
            "MariaDB Server",
            Map.of("version", "5.5.68-MariaDB", "aria_pagecache_buffer_size", "134217728"));

    assertThat(declined(banner, Releases.TEN)).startsWith("MariaDB 5.5.68 is not supported");
    assertThat(declined(banner, Releases.ELEVEN_AND_LATER)).contains("upgrade");
  }

  @Test
  void declinesMySqlWhateverItAnnounces() {
    ServerBanner banner =
        new ServerBanner(
            "5.5.5-10.11.5-MariaDB",
            "",
            Map.of("version", "8.0.36", "server_uuid", "x", "gtid_mode", "ON"));

    assertThat(declined(banner, Releases.TEN)).startsWith("not MariaDB");
  }

  @Test
  void namesTheOtherPluginsReleaseWhenDeclining() {
    assertThat(declined(mariaDb("11.4.5-MariaDB", "11.4.5-MariaDB"), Releases.TEN))
        .contains("11.4.5", "10.0 to 10.11");
  }

  private static ServerBanner mariaDb(String announced, String real) {
    return new ServerBanner(
        announced,
        "MariaDB Server",
        Map.of("version", real, "gtid_domain_id", "0", "aria_pagecache_buffer_size", "134217728"));
  }

  private static Detection.Claimed claimed(Detection detection) {
    assertThat(detection).isInstanceOf(Detection.Claimed.class);
    return (Detection.Claimed) detection;
  }

  private static String declined(ServerBanner banner, Releases releases) {
    Detection detection = new Recognition(banner).detect(releases);
    assertThat(detection).isInstanceOf(Detection.Declined.class);
    return ((Detection.Declined) detection).reason();
  }
}
