package io.tutti.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.discovery.FlavorCatalogue.Identified;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import io.tutti.fixtures.InMemoryStore;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.ReplicaHint;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.topology.Node;
import io.tutti.topology.Watching;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
  private static final DiscoverySettings QUICK =
      new DiscoverySettings(
          Duration.ofMillis(50),
          0.1,
          Duration.ofMillis(1500),
          Duration.ofSeconds(30),
          Duration.ofHours(1),
          Duration.ofMillis(100),
          16,
          1000,
          Watching.FROZEN_AFTER);

  private final FakeServers servers = new FakeServers();
  private final InMemoryStore store = new InMemoryStore();

  /** Of whom it is known what they show. */
  private final Set<InstanceAddress> keys = ConcurrentHashMap.newKeySet();

  private Discovery discovery = discovery(QUICK);

  private Discovery discovery(DiscoverySettings settings) {
    Targets targets =
        new Targets() {
          @Override
          public Target targetFor(InstanceAddress address) {
            return new Target(
                address,
                new Credentials("u", "p"),
                TlsMode.DISABLED,
                Target.AUTOMATIC,
                Duration.ofSeconds(1));
          }

          @Override
          public List<HeartbeatTable> heartbeatsFor(InstanceAddress address) {
            return List.of();
          }

          @Override
          public boolean knows(InstanceAddress address) {
            return keys.contains(address);
          }

          @Override
          public void named(InstanceAddress address, String by) {
            keys.add(address);
          }

          @Override
          public void forgotten(InstanceAddress address) {
            keys.remove(address);
          }
        };
    return new Discovery(
        new FlavorCatalogue(List.of(servers)),
        targets,
        settings,
        store,
        store,
        InstantSource.system());
  }

  @AfterEach
  void close() {
    discovery.close();
    servers.close();
  }

  private DiscoveryReport discover(FakeServer seed) {
    return discovery.discover(seed.address, "anna").join();
  }

  private static FirstLook wanting(Supplier<FirstLook.Attention> attention) {
    return new FirstLook() {
      @Override
      public boolean at(InstanceAddress address, Identified server, Deadline deadline) {
        return true;
      }

      @Override
      public Attention read(InstanceAddress address, InstanceState state) {
        return attention.get();
      }
    };
  }

  private Node node(InstanceAddress address) {
    return discovery.snapshot().find(address).orElseThrow();
  }

  /** A chain of three, the last of which is registered on the middle one. */
  private List<FakeServer> chain() {
    FakeServer top = servers.start();
    FakeServer middle = servers.start();
    FakeServer bottom = servers.start();
    top.says(s -> s.serverId(1).registeredReplica(middle.address.toString()));
    middle.says(s ->
        s.serverId(2)
            .replicatesFrom(top.address.toString())
            .registeredReplica(bottom.address.toString()));
    bottom.says(s -> s.serverId(3).replicatesFrom(middle.address.toString()));
    return List.of(top, middle, bottom);
  }

  @Test
  void findsTheWholeChainFromAnyOfItsMembers() {
    for (int seed = 0; seed < 3; seed++) {
      List<FakeServer> chain = chain();
      DiscoveryReport report = discover(chain.get(seed));
      assertThat(report.reached())
          .containsExactlyInAnyOrderElementsOf(
              chain.stream().map(server -> server.address).toList());
      assertThat(report.failed()).isEmpty();
      assertThat(discovery.snapshot().clusterOf(chain.getLast().address).orElseThrow().name())
          .isEqualTo(chain.getFirst().address.toString());
    }
  }

  @Test
  void aSilentServerBecomesAFailedNodeAndDelaysNobody() {
    List<FakeServer> chain = chain();
    FakeServer silent = servers.start();
    silent.becomeSilent();
    chain
        .getFirst()
        .says(s ->
            s.registeredReplica(silent.address.toString())
                .registeredReplica(chain.get(1).address.toString()));
    var report = discovery.discover(chain.getFirst().address, "anna");
    await()
        .until(() ->
            discovery.snapshot().find(chain.getLast().address).filter(Node::isReached).isPresent());
    assertThat(report).as("the crawl waits for the silent one, the others do not").isNotDone();
    assertThat(report.join().failed()).containsOnlyKeys(silent.address);
    assertThat(node(silent.address).failure().orElseThrow().code())
        .isEqualTo(ErrorCode.NO_GREETING);
    assertThat(node(silent.address).foundVia()).contains(chain.getFirst().address);
  }

  @Test
  void aServerBehindTwoNamesIsKeptOnce() {
    FakeServer source = servers.start();
    InstanceAddress vip = servers.secondNameOf(source);
    FakeServer replica = servers.start().says(s -> s.replicatesFrom(vip.toString()));
    source.says(
        s -> s.reportedAs(source.address.toString()).registeredReplica(replica.address.toString()));
    discover(replica);
    await()
        .untilAsserted(() -> {
          assertThat(discovery.snapshot().aliases()).containsEntry(vip, source.address);
          assertThat(discovery.snapshot().nodes())
              .containsOnlyKeys(source.address, replica.address);
        });
    assertThat(discovery.snapshot().linksTo(source.address)).hasSize(1);
  }

  @Test
  void aSecondNameThatComesToLeadToAnotherServerBecomesThatServer() {
    FakeServer first = servers.start();
    InstanceAddress vip = servers.secondNameOf(first);
    discover(first);
    discovery.discover(vip, "anna").join();
    assertThat(discovery.snapshot().aliases()).containsEntry(vip, first.address);
    FakeServer moved = servers.start();
    servers.moveName(vip, moved);
    await()
        .untilAsserted(() ->
            assertThat(discovery.snapshot().find(vip).orElseThrow().address()).isEqualTo(vip));
  }

  @Test
  void aFirstServerThatCannotBeReadIsRefusedAndNotKept() {
    FakeServer gone = servers.start();
    gone.die();
    assertThatThrownBy(() -> discover(gone))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_REFUSED);
              assertThat(e.observed())
                  .contains(gone.address.toString())
                  .endsWith("It was not added.");
            });
    assertThat(discovery.snapshot().nodes()).isEmpty();
  }

  /** Whoever answers in its place would be trusted at the next attempt. */
  @Test
  void aKeyThatWasKnownBeforeStaysWhenItIsNotAdded() {
    InstanceAddress trusted = servers.start().address;
    InstanceAddress unknown = servers.start().address;
    keys.add(trusted);
    servers.close();

    assertThat(discovery.discover(trusted, "anna")).failsWithin(Duration.ofSeconds(10));
    assertThat(discovery.discover(unknown, "anna")).failsWithin(Duration.ofSeconds(10));
    assertThat(discovery.discoverUntrusted(trusted, "eve")).failsWithin(Duration.ofSeconds(10));

    assertThat(keys).containsExactly(trusted);
  }

  /** Nobody is there to hear that it was not added. */
  @Test
  void aSeedThatCannotBeReadIsKeptAndReadLater() {
    List<FakeServer> chain = chain();
    FakeServer seed = chain.getFirst();
    seed.refuseLogins(true);

    assertThatThrownBy(() -> discovery.discoverSeed(seed.address, "tutti.seeds").join())
        .cause()
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e -> assertThat(e.observed()).doesNotContain("It was not added."));
    assertThat(node(seed.address).failure()).isPresent();
    seed.refuseLogins(false);
    await()
        .untilAsserted(() -> {
          assertThat(discovery.snapshot().nodes()).hasSize(3);
          assertThat(node(seed.address).contact()).isEqualTo(Node.Contact.REACHED);
        });
  }

  @Test
  void aLostServerKeepsItsLastStateAndIsRegained() {
    List<FakeServer> chain = chain();
    discover(chain.getFirst());
    InstanceAddress lost = chain.getLast().address;
    chain.getLast().refuseLogins(true);
    await().untilAsserted(() -> assertThat(node(lost).contact()).isEqualTo(Node.Contact.FAILED));
    assertThat(node(lost).state()).isPresent();
    assertThat(node(lost).currentState()).isEmpty();
    chain.getLast().refuseLogins(false);
    await().untilAsserted(() -> assertThat(node(lost).contact()).isEqualTo(Node.Contact.REACHED));
    assertThat(store.actionsOn(lost))
        .containsExactly("instance.found", "instance.lost", "instance.regained");
  }

  /** A busy machine takes longer for a login than for a greeting. */
  @Test
  void aServerThatGreetsHasTimeForItsFirstContact() {
    FakeServer slow = servers.start();
    slow.takesForEachAnswer(QUICK.contactTimeout().multipliedBy(2));
    assertThat(discover(slow).failed()).isEmpty();
    assertThat(node(slow.address).contact()).isEqualTo(Node.Contact.REACHED);
    await()
        .untilAsserted(
            () -> assertThat(node(slow.address).contact()).isEqualTo(Node.Contact.FAILED));
  }

  /** Its clients wait, after a restart, until it is seen. */
  @Test
  void aServerWhereEachMomentCountsIsMissedBetweenTwoPolls() {
    discovery.close();
    discovery =
        discovery(
            new DiscoverySettings(
                Duration.ofHours(1),
                QUICK.jitter(),
                QUICK.contactTimeout(),
                QUICK.firstContactTimeout(),
                QUICK.forgetAfter(),
                QUICK.aliasRecheck(),
                QUICK.concurrentContactsMax(),
                QUICK.instancesMax(),
                QUICK.frozenAfter()));
    discovery.seeToFirst(wanting(() -> FirstLook.Attention.EACH_MOMENT));
    FakeServer server = servers.start();
    discover(server);
    server.die();
    await()
        .untilAsserted(
            () -> assertThat(node(server.address).contact()).isEqualTo(Node.Contact.FAILED));
  }

  @Test
  void whatDidNotShowEnoughIsTakenForTheFirstAgain() {
    AtomicInteger taken = new AtomicInteger();
    discovery.seeToFirst(
        wanting(() ->
            taken.incrementAndGet() < 3 ? FirstLook.Attention.AGAIN : FirstLook.Attention.USUAL));
    FakeServer server = servers.start();
    discover(server);
    await().until(() -> taken.get() == 3);
    server.says(s -> s.serverId(78));
    await()
        .until(
            () -> node(server.address).currentState().orElseThrow().identity().serverId().is(78L));
    assertThat(taken).hasValue(3);
  }

  @Test
  void aServerThatRefusesUsIsAskedLessAndLessOften() {
    FakeServer server = servers.start();
    discover(server);
    server.refuseLogins(true);
    await().until(() -> node(server.address).failure().filter(f -> f.attempts() >= 3).isPresent());
    var failure = node(server.address).failure().orElseThrow();
    Duration steady = QUICK.pollInterval().multipliedBy(failure.attempts() - 1);
    assertThat(Duration.between(failure.since(), failure.last()))
        .isGreaterThan(steady.multipliedBy(2));
  }

  @Test
  void aServerThatVanishedIsForgottenAfterItsTimeAndTheAuditSaysSo() {
    discovery.close();
    discovery =
        discovery(
            new DiscoverySettings(
                Duration.ofMillis(50),
                0,
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                Duration.ofMillis(300),
                Duration.ofSeconds(1),
                16,
                10,
                Watching.FROZEN_AFTER));
    discovery.start();
    FakeServer server = servers.start();
    discover(server);
    server.die();
    await().untilAsserted(() -> assertThat(discovery.snapshot().nodes()).isEmpty());
    await()
        .untilAsserted(
            () -> assertThat(store.actionsOn(server.address)).endsWith("instance.forgotten"));
    assertThat(store.audit.getLast().reason()).contains("did not answer since");
    assertThat(store.load().nodes()).isEmpty();
  }

  @Test
  void forgettingNamesWhoStillLeadsThere() {
    List<FakeServer> chain = chain();
    discover(chain.getFirst());
    assertThat(discovery.forget(chain.getLast().address, "anna"))
        .containsExactly(chain.get(1).address);
    await()
        .until(() ->
            discovery.snapshot().find(chain.getLast().address).filter(Node::isReached).isPresent());
    assertThatThrownBy(() -> discovery.forget(InstanceAddress.parse("nobody:1"), "anna"))
        .hasMessageContaining("nobody:1 is not known. Nothing was changed.");
  }

  @Test
  void anAddressPutTogetherFromPartsCountsOnlyIfTheExpectedServerAnswers() {
    FakeServer replica = servers.start().says(s -> s.serverId(77));
    FakeServer stranger = servers.start().says(s -> s.serverId(5));
    FakeServer source = servers.start();
    source.says(s ->
        s.replicaHint(registered(replica, 77))
            .replicaHint(registered(stranger, 78))
            .replicaHint(
                new ReplicaHint(
                    Optional.of("127.0.0.1"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    ReplicaHint.Evidence.CONNECTED)));
    discover(source);
    await()
        .until(
            () -> discovery.snapshot().find(replica.address).filter(Node::isReached).isPresent());
    await().until(() -> stranger.readings.get() > 0);
    await().untilAsserted(() -> assertThat(discovery.snapshot().find(stranger.address)).isEmpty());
  }

  /** Its source was asked first, so that nobody at the reported address is known before it is. */
  @Test
  void aReplicaThatReportsAWrongAddressIsKeptOnceWhereItAnswers() {
    FakeServer source = servers.start();
    FakeServer nobody = servers.start();
    nobody.die();
    String wrong = nobody.address.toString();
    source.says(s -> s.serverId(1).registeredReplica(wrong));
    FakeServer replica =
        servers
            .start()
            .says(s -> s.serverId(7).reportedAs(wrong).replicatesFrom(source.address.toString()));
    discover(source);
    assertThat(node(nobody.address).contact()).isEqualTo(Node.Contact.FAILED);
    discover(replica);
    await()
        .untilAsserted(() ->
            assertThat(discovery.snapshot().nodes())
                .containsOnlyKeys(source.address, replica.address));
    await().untilAsserted(() -> assertThat(source.readings.get()).isGreaterThan(20));
    assertThat(discovery.snapshot().nodes()).containsOnlyKeys(source.address, replica.address);
    assertThat(store.actionsOn(nobody.address)).endsWith("instance.forgotten");
  }

  @Test
  void aServerAtAnAddressThatAnotherOneReportsToBeItsOwnStaysKnown() {
    FakeServer source = servers.start();
    FakeServer honest = servers.start();
    String shared = honest.address.toString();
    FakeServer misreporting =
        servers
            .start()
            .says(s -> s.serverId(9).reportedAs(shared).replicatesFrom(source.address.toString()));
    honest.says(s -> s.serverId(7).replicatesFrom(source.address.toString()));
    source.says(s -> s.serverId(1).registeredReplica(shared));
    discover(misreporting);
    discover(source);
    await()
        .untilAsserted(() ->
            assertThat(discovery.snapshot().nodes())
                .containsOnlyKeys(source.address, honest.address, misreporting.address));
  }

  private static ReplicaHint registered(FakeServer server, long id) {
    return new ReplicaHint(
        Optional.empty(),
        Optional.of(server.address.port()),
        Optional.of(id),
        Optional.empty(),
        ReplicaHint.Evidence.REGISTERED);
  }

  @Test
  void aRestartedControllerKnowsWhatItKnewAndSaysThatItIsOld() {
    List<FakeServer> chain = chain();
    discovery.start();
    discover(chain.getFirst());
    discovery.close();
    chain.getLast().becomeSilent();
    discovery = discovery(QUICK);
    discovery.start();
    assertThat(discovery.snapshot().nodes()).hasSize(3);
    assertThat(node(chain.getLast().address).contact()).isEqualTo(Node.Contact.RESTORED);
    assertThat(discovery.mayAnswer(chain.getLast().address)).as("not read yet").isTrue();
    assertThat(node(chain.getLast().address).state()).isPresent();
    await().until(() -> node(chain.getFirst().address).isReached());
    await()
        .untilAsserted(() ->
            assertThat(node(chain.getLast().address).contact()).isEqualTo(Node.Contact.FAILED));
    assertThat(discovery.mayAnswer(chain.getLast().address)).as("its reading failed").isFalse();
    assertThat(discovery.mayAnswer(chain.getFirst().address)).as("it was read").isTrue();
  }

  @Test
  void moreServersThanAreConfiguredAreNotWatched() {
    discovery.close();
    discovery =
        discovery(
            new DiscoverySettings(
                Duration.ofMillis(50),
                0,
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                Duration.ofHours(1),
                Duration.ofSeconds(1),
                16,
                2,
                Watching.FROZEN_AFTER));
    List<FakeServer> chain = chain();
    discover(chain.getFirst());
    await().until(() -> chain.get(1).readings.get() > 5);
    assertThat(discovery.snapshot().nodes()).hasSize(2);
    assertThat(chain.getLast().readings).hasValue(0);
    assertThatThrownBy(() -> discovery.discover(chain.getLast().address, "anna").join())
        .hasMessageContaining("2 instances are watched, the most that is configured");
  }

  @Test
  void aFleetOfFiveHundredIsMappedFromOneSeed() {
    FakeServer source = servers.start();
    List<FakeServer> replicas =
        java.util.stream.Stream.generate(servers::start).limit(500).toList();
    source.says(s -> {
      replicas.forEach(replica -> s.registeredReplica(replica.address.toString()));
      return s;
    });
    replicas.forEach(replica -> replica.says(s -> s.replicatesFrom(source.address.toString())));
    assertThat(discover(source).reached()).hasSize(501);
  }
}
