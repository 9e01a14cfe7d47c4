package io.tutti.contract;

import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.KnobKeeping;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * A pair of real servers with a plugin's client, for what is said of its knobs. Each test leaves
 * replication running and every knob as it was.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class KnobHarness {
  private final ServerRelease release;
  private final FlavorProvider provider;
  private KnobServers servers;
  private KnobCatalogue catalogue;
  private InstanceClient client;

  @SuppressWarnings("NullAway.Init") // set before the first test
  protected KnobHarness(ServerRelease release, FlavorProvider provider) {
    this.release = release;
    this.provider = provider;
  }

  @BeforeAll
  void startServers() {
    servers = KnobServers.start(release, provider);
    catalogue = provider.knobs(servers.version());
    client = servers.connect(servers.replica(), KnobServers.OPERATOR);
    servers
        .source()
        .execute(
            "CREATE DATABASE a",
            "CREATE TABLE a.t (id INT PRIMARY KEY, v INT) ENGINE=InnoDB",
            "INSERT INTO a.t VALUES (0, 0)");
  }

  @BeforeEach
  void awaitReplicating() {
    // Started already, unless a test failed: then it is no trouble.
    control().start(ReplicationThread.RECEIVER, "", soon());
    control().start(ReplicationThread.APPLIER, "", soon());
    servers.awaitReplicating();
  }

  @AfterAll
  void stopServers() {
    client.close();
    servers.close();
  }

  protected final FlavorProvider provider() {
    return provider;
  }

  protected final KnobServers servers() {
    return servers;
  }

  protected final KnobCatalogue catalogue() {
    return catalogue;
  }

  protected final ReplicationControl control() {
    return client.replicationControl();
  }

  protected static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(8));
  }

  protected final ServerKnob knob(String name) {
    return catalogue.require(name, "the test");
  }

  protected final InstanceState state() {
    return client.statusReader().read(List.of(), soon());
  }

  protected final Channel channel(String name) {
    return state().channels().asOptional().orElseThrow().stream()
        .filter(channel -> channel.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  protected final String value(ServerKnob knob) {
    return control().read(knob, "", soon()).value();
  }

  protected final void set(String name, String value) {
    control().set(KnobSetting.of(knob(name), value), soon());
  }

  protected final List<ServerKnob> settable() {
    return catalogue.knobs().stream()
        .filter(knob -> knob.appliesWhen() != AppliesWhen.RESTART)
        .toList();
  }

  protected final void whileStopped(ReplicationThread thread, Runnable body) {
    control().stop(thread, "", soon());
    try {
      body.run();
    } finally {
      control().start(thread, "", soon());
    }
  }

  protected final void whileAllIsStopped(Runnable body) {
    whileStopped(ReplicationThread.RECEIVER, () -> whileStopped(ReplicationThread.APPLIER, body));
  }

  protected static KnobKeeping keeping(ReplicationControl control) {
    return control.knobKeeping().orElseThrow();
  }
}
