package io.tutti.app;

import io.tutti.app.ControllerSettings.Heartbeat;
import io.tutti.app.ControllerSettings.TargetOverride;
import io.tutti.discovery.Targets;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Credentials;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of each watched server: the general ones, and over them what a pattern overrides.
 */
final class ConfiguredTargets implements Targets {
  private final Credentials account;
  private final ControllerSettings.Target general;
  private final List<Overriding> overrides;
  private final List<Beat> heartbeats;

  private record Overriding(Pattern pattern, TargetOverride settings, Optional<String> password) {}

  private record Beat(Pattern pattern, HeartbeatTable table) {}

  private ConfiguredTargets(
      Credentials account,
      ControllerSettings.Target general,
      List<Overriding> overrides,
      List<Beat> heartbeats) {
    this.account = account;
    this.general = general;
    this.overrides = overrides;
    this.heartbeats = heartbeats;
  }

  static ConfiguredTargets of(ControllerSettings settings) {
    ControllerSettings.Target general = settings.target();
    String password =
        Secrets.resolve("tutti.target.password", general.password(), general.passwordFile())
            .orElse("");
    return new ConfiguredTargets(
        new Credentials(general.user(), password),
        general,
        settings.targetOverrides().stream().map(ConfiguredTargets::prepare).toList(),
        settings.heartbeats().stream().map(ConfiguredTargets::prepare).toList());
  }

  private static Overriding prepare(TargetOverride override) {
    return new Overriding(
        compile(override.pattern()),
        override,
        Secrets.resolve(
            "tutti.target-overrides[].password", override.password(), override.passwordFile()));
  }

  private static Beat prepare(Heartbeat heartbeat) {
    return new Beat(compile(heartbeat.pattern()), heartbeat.toTable());
  }

  /** {@code db*:3306}; without a port, or with {@code *} as port, all ports. */
  static Pattern compile(String pattern) {
    String lower = pattern.strip().toLowerCase(Locale.ROOT);
    boolean namesPort = lower.matches("(?s).*:(\\d+|\\*)") && !lower.matches(".*:[^]]*:[^]]*");
    String whole = namesPort ? lower : lower + ":*";
    return Pattern.compile(
        Stream.of(whole.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  @Override
  public Target targetFor(InstanceAddress address) {
    Credentials credentials = account;
    TlsMode tls = general.tls();
    String driver = general.driver();
    Duration statementTimeout = general.statementTimeout();
    for (Overriding override : overrides) {
      if (override.pattern().matcher(address.toString()).matches()) {
        TargetOverride settings = override.settings();
        credentials =
            new Credentials(
                settings.user().orElse(credentials.user()),
                override.password().orElse(credentials.password()));
        tls = settings.tls().orElse(tls);
        driver = settings.driver().orElse(driver);
        statementTimeout = settings.statementTimeout().orElse(statementTimeout);
      }
    }
    return new Target(address, credentials, tls, driver, statementTimeout);
  }

  @Override
  public List<HeartbeatTable> heartbeatsFor(InstanceAddress address) {
    return heartbeats.stream()
        .filter(beat -> beat.pattern().matcher(address.toString()).matches())
        .map(Beat::table)
        .toList();
  }
}
