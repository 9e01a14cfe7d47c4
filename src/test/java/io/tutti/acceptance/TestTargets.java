package io.tutti.acceptance;

import io.tutti.discovery.KnownTargets;
import io.tutti.discovery.Targets;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Credentials;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.trust.ContactRule;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** All servers with the account of the watcher; a person has named one of this machine. */
final class TestTargets {
  private static final Duration TIME_MAX = Duration.ofSeconds(20);

  private TestTargets() {}

  static KnownTargets of(TrustInMemory kept, String driver, TlsMode tls) {
    Targets configured =
        new Targets() {
          @Override
          public Target targetFor(InstanceAddress address) {
            Credentials account = new Credentials(WatcherAccount.USER, WatcherAccount.PASSWORD);
            return new Target(address, account, tls, driver, TIME_MAX);
          }

          @Override
          public List<HeartbeatTable> heartbeatsFor(InstanceAddress address) {
            return List.of();
          }
        };
    KnownTargets targets =
        new KnownTargets(configured, kept, ContactRule.NEAR, kept, InstantSource.system());
    targets.named(new InstanceAddress("127.0.0.1", 1), "anna");
    return targets;
  }
}
