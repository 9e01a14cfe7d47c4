package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Laws of what replicas have of one source, over random histories: what came from it is known for
 * each replica, since the history was made up, and beside that each may have anything from
 * elsewhere.
 */
class OfSourceLawsTest {
  private static final int HISTORIES = 3_000;
  private static final InstanceAddress SOURCE = InstanceAddress.parse("a:1");
  private static final List<String> REPLICAS = List.of("b:1", "c:1", "e:1");
  private static final String OF_SOURCE = "11111111-0000-0000-0000-000000000000";
  private static final String OF_FORMER = "22222222-0000-0000-0000-000000000000";
  private static final String OF_OTHER = "33333333-0000-0000-0000-000000000000";

  /**
   * One replica.
   *
   * @param came so much of what the source has came from it
   * @param node as it is read
   */
  private record Made(int came, Node node) {
    InstanceState state() {
      return node.state().orElseThrow();
    }
  }

  /** What the former source wrote comes first, then what the source wrote itself. */
  private record History(Random random, int former, int own, int read, boolean strangers) {
    static History of(long seed) {
      return of(seed, true);
    }

    static History of(long seed, boolean strangers) {
      Random random = new Random(seed);
      int former = random.nextInt(5);
      int own = 1 + random.nextInt(9);
      return new History(random, former, own, random.nextInt(own + 1), strangers);
    }

    int all() {
      return former + own;
    }

    boolean coin() {
      return random.nextBoolean();
    }

    int upTo(int most) {
      return random.nextInt(most + 1);
    }
  }

  private static MySqlGtidSet names(String uuid, int from, int to) {
    return to < from
        ? MySqlGtidSet.EMPTY
        : MySqlGtidSet.parse("%s:%d-%d".formatted(uuid, from, to));
  }

  /** What of a source's history has come to one who has that many of it. */
  private static MySqlGtidSet prefix(History history, int from, int to) {
    return names(OF_FORMER, from, Math.min(to, history.former()))
        .union(
            names(
                OF_SOURCE,
                Math.max(1, from - history.former()),
                Math.max(0, to - history.former())));
  }

  private static Observed<GtidSet> known(GtidSet set) {
    return Observed.known(set);
  }

  private static String uuid(int replica) {
    return "%d4444444-0000-0000-0000-000000000000".formatted(replica);
  }

  private static Made ofUuids(History history, int index) {
    int came = history.upTo(history.all());
    int applied = history.upTo(came);
    MySqlGtidSet executed = prefix(history, 1, applied);
    // Relay logs may have been reset since.
    int first = history.coin() ? applied + 1 : 1 + history.upTo(applied);
    MySqlGtidSet retrieved = prefix(history, first, came);
    Channels from =
        Channels.from("a:1").positioning(Positioning.AUTO_POSITION).sourceUuid(OF_SOURCE);
    States replica = States.of(REPLICAS.get(index)).uuid(uuid(index));
    if (history.coin()) { // It wrote itself, or was given names for anonymous transactions.
      executed = executed.union(names(uuid(index), 1, 3));
    }
    if (history.coin()) { // It has more of the former source than the source ever had.
      executed = executed.union(names(OF_FORMER, history.former() + 1, history.former() + 4));
    }
    if (history.coin()) { // It collects from another one, and its relay logs may be reset, too.
      MySqlGtidSet brought = names(OF_OTHER, 1, 1 + history.upTo(6));
      executed = executed.union(brought);
      replica.channel(
          Channels.from("o:1")
              .named("other")
              .positioning(Positioning.AUTO_POSITION)
              .sourceUuid(OF_OTHER)
              .retrieved(known(history.coin() ? brought : MySqlGtidSet.EMPTY))
              .build());
    }
    if (history.strangers() && history.coin()) { // A stranger had the address for a while.
      retrieved = retrieved.union(names(OF_OTHER, 7, 9));
    }
    return new Made(
        came,
        replica
            .gtid("ON", known(executed))
            .purged(known(purged(history, applied)))
            .channel(from.retrieved(known(retrieved)).build())
            .reached());
  }

  /** Its binlogs may go back to any place; it may have been restored from a copy of the source. */
  private static MySqlGtidSet purged(History history, int applied) {
    return history.strangers() ? prefix(history, 1, history.upTo(applied)) : MySqlGtidSet.EMPTY;
  }

  private static Node sourceOfUuids(History history) {
    return States.of("a:1")
        .uuid(OF_SOURCE)
        .gtid("ON", known(prefix(history, 1, history.former() + history.read())))
        .reached();
  }

  private record Fleet(List<Made> replicas, TopologySnapshot snapshot, Node source) {
    static Fleet of(Node source, List<Made> replicas) {
      Fleet fleet = new Fleet(replicas, States.snapshot(), source);
      return new Fleet(replicas, States.snapshot(fleet.nodes()), source);
    }

    Node[] nodes() {
      List<Node> nodes = new ArrayList<>(List.of(source));
      replicas.forEach(each -> nodes.add(each.node()));
      return nodes.toArray(Node[]::new);
    }

    Has has(Made replica) {
      return snapshot.linksTo(SOURCE).stream()
          .filter(link -> link.replica().equals(replica.node().address()))
          .findFirst()
          .flatMap(link ->
              OfSource.of(snapshot, SOURCE).has(replica.state(), link.channel()).asOptional())
          .orElseThrow();
    }
  }

  @Test
  void whatAReplicaHasIsExactlyWhatCameFromTheSource() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      History history = History.of(seed);
      Fleet fleet = fleetOfUuids(history);
      for (Made replica : fleet.replicas()) {
        assertThat(fleet.has(replica))
            .as("seed %d, %s", seed, replica)
            .isEqualTo(new Has.Named(prefix(history, 1, replica.came())));
      }
    }
  }

  private static Fleet fleetOfUuids(History history) {
    List<Made> replicas = new ArrayList<>();
    for (int i = 0; i < REPLICAS.size(); i++) {
      replicas.add(ofUuids(history, i));
    }
    return Fleet.of(sourceOfUuids(history), replicas);
  }

  @Test
  void theFloorIsWhatTheSourceItselfHad() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      History history = History.of(seed);
      Fleet fleet = fleetOfUuids(history);
      Floor floor = Floor.of(fleet.snapshot(), SOURCE, Optional.empty());
      int had = history.former() + history.read();
      for (Made replica : fleet.replicas()) {
        assertThat(floor.lacksOf(fleet.has(replica)).stream().noneMatch(Floor.Lack::isOfSource))
            .as("seed %d, %s", seed, replica)
            .isEqualTo(replica.came() >= had);
      }
    }
  }

  private static MariaDbGtidSet gtid(int domain, int server, int sequence) {
    return sequence == 0
        ? MariaDbGtidSet.EMPTY
        : MariaDbGtidSet.parse("%d-%d-%d".formatted(domain, server, sequence));
  }

  /** The former source has the id 2, the source 1: their numbers go on in one domain. */
  private static MariaDbGtidSet logged(History history, int to) {
    return gtid(0, 2, Math.min(to, history.former()))
        .union(to > history.former() ? gtid(0, 1, to) : MariaDbGtidSet.EMPTY);
  }

  private static Made ofDomains(History history, int index) {
    int came = history.upTo(history.all());
    int applied = history.upTo(came);
    MariaDbGtidSet position = logged(history, applied).heads();
    MariaDbGtidSet log = logged(history, applied);
    MariaDbGtidSet executed = position;
    MariaDbGtidSet started = position;
    if (history.coin()) { // It collects from another one.
      MariaDbGtidSet brought = gtid(2, 9, 1 + history.upTo(6));
      position = position.union(brought);
      executed = executed.union(brought);
      log = log.union(brought);
      started = started.union(brought);
    }
    if (history.coin()) { // A position of an earlier time was never taken away.
      position = position.union(gtid(7, 77, 5));
      executed = executed.union(gtid(7, 77, 5));
      started = started.union(gtid(7, 77, 5));
    }
    if (history.coin()) { // It wrote in the domain of the source.
      MariaDbGtidSet own = gtid(0, 20 + index, applied + 1 + history.upTo(3));
      log = log.union(own);
      executed = withoutDomain(executed).union(own);
    }
    if (history.coin()) { // It wrote in a domain of its own.
      MariaDbGtidSet own = gtid(20 + index, 20 + index, 1 + history.upTo(3));
      executed = executed.union(own);
      log = log.union(own);
      started = history.coin() ? started.union(own) : started;
    }
    MariaDbGtidSet retrieved = logged(history, came).heads().union(withoutDomain(started));
    return new Made(
        came,
        States.of(REPLICAS.get(index))
            .serverId(20 + index)
            .domains(executed.toString(), position.toString(), log.toString())
            .channel(
                Channels.from("a:1")
                    .positioning(Positioning.CURRENT_POS)
                    .retrieved(known(retrieved))
                    .build())
            .reached());
  }

  private static MariaDbGtidSet withoutDomain(MariaDbGtidSet position) {
    MariaDbGtidSet left = MariaDbGtidSet.EMPTY;
    for (String domain : position.origins()) {
      left = domain.equals("0") ? left : left.union(position.from(domain));
    }
    return left;
  }

  private static Fleet fleetOfDomains(History history) {
    int had = history.former() + history.read();
    Node source =
        States.of("a:1")
            .serverId(1)
            // A stale position is left in gtid_slave_pos.
            .domains(
                logged(history, had).heads().union(gtid(5, 55, 5)).toString(),
                gtid(5, 55, 5).toString(),
                logged(history, had).toString())
            .reached();
    List<Made> replicas = new ArrayList<>();
    for (int i = 0; i < REPLICAS.size(); i++) {
      replicas.add(ofDomains(history, i));
    }
    return Fleet.of(source, replicas);
  }

  @Test
  void ofDomainsOneHasAllOfAnotherExactlyWhereAsMuchCameFromTheSource() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      Fleet fleet = fleetOfDomains(History.of(seed));
      for (Made one : fleet.replicas()) {
        for (Made other : fleet.replicas()) {
          assertThat(fleet.has(one).containsAllOf(fleet.has(other)))
              .as("seed %d, %s, %s", seed, one, other)
              .isEqualTo(one.came() >= other.came());
        }
      }
    }
  }

  @Test
  void ofDomainsTheFloorIsWhatTheBinlogsOfTheSourceHave() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      History history = History.of(seed);
      Fleet fleet = fleetOfDomains(history);
      int had = history.former() + history.read();
      if (had == 0) {
        continue; // An empty binlog says nothing of where it was.
      }
      Floor floor = Floor.of(fleet.snapshot(), SOURCE, Optional.empty());
      for (Made replica : fleet.replicas()) {
        assertThat(floor.lacksOf(fleet.has(replica)).stream().noneMatch(Floor.Lack::isOfSource))
            .as("seed %d, %s", seed, replica)
            .isEqualTo(replica.came() >= had);
      }
    }
  }

  @Test
  void nobodyIsChosenWhereAnotherServerHadTheAddress() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      Fleet fleet = fleetOfUuids(History.of(seed));
      boolean isAnother =
          fleet.replicas().stream()
              .flatMap(each -> each.state().channel("").stream())
              .flatMap(each -> each.receiver().retrieved().asOptional().stream())
              .anyMatch(received -> received.origins().contains(OF_OTHER));
      assertThat(
              Succession.of(States.world(fleet.nodes()), SOURCE, List.of(), Optional.empty())
                      instanceof Succession.Refused(String why, var remedies)
                  && why.contains("is not the server from which"))
          .as("seed %d", seed)
          .isEqualTo(isAnother);
    }
  }

  @Test
  void nobodyIsChosenWhoHasLessOrAnotherSource() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      History history = History.of(seed, false);
      Fleet fleet = fleetOfUuids(history);
      int most = fleet.replicas().stream().mapToInt(Made::came).max().orElseThrow();
      List<InstanceAddress> fit =
          fleet.replicas().stream()
              .filter(each -> each.came() == most && each.state().knownChannels().size() == 1)
              .map(each -> each.node().address())
              .toList();
      Succession taken =
          Succession.of(States.world(fleet.nodes()), SOURCE, List.of(), Optional.empty());
      if (taken instanceof Succession.Found found) {
        assertThat(fit).as("seed %d, %s", seed, fleet).contains(found.successor().address());
      } else {
        assertThat(fit).as("seed %d, %s, %s", seed, fleet, taken).isEmpty();
      }
    }
  }

  /** A position that was set in an earlier time of a server is nothing that it has. */
  @Test
  void whatALeftoverPositionOfTheNewSourceHidesIsMissed() {
    for (int has = 1; has < 9; has++) {
      for (int there = 1; there < 9; there++) {
        String mine = "0-1-" + has;
        Node above =
            States.of("o:1")
                .serverId(8)
                .domains("0-77-9000", "0-77-9000", "0-1-" + there)
                .reached();
        TopologySnapshot snapshot =
            States.snapshot(
                above,
                States.of("a:1").serverId(1).domains("0-1-9", "", "0-1-9").reached(),
                States.of("b:1")
                    .serverId(20)
                    .domains(mine, mine, mine)
                    .channel(
                        Channels.from("a:1")
                            .positioning(Positioning.REPLICA_POS)
                            .retrieved(known(gtid(0, 1, has)))
                            .build())
                    .reached());
        assertThat(Adoption.of(snapshot, SOURCE, above.state().orElseThrow()).following().isEmpty())
            .as("%d of %d", there, has)
            .isEqualTo(there < has);
      }
    }
  }

  /** The source replicates itself, and a replica collects from its source directly, too. */
  @Test
  void ofAnIntermediateSourceWhatCameAroundItCountsOnlyAsFarAsItHadThat() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      Random random = new Random(seed);
      int had = 1 + random.nextInt(5);
      int came = random.nextInt(9);
      int around = random.nextInt(9);
      boolean reset = random.nextBoolean();
      Node source =
          States.of("a:1")
              .uuid(OF_SOURCE)
              .gtid("ON", known(names(OF_FORMER, 1, had).union(names(OF_SOURCE, 1, 1))))
              .channel(Channels.from("o:1").positioning(Positioning.AUTO_POSITION).build())
              .reached();
      Made replica =
          new Made(
              came,
              States.of("b:1")
                  .uuid(uuid(0))
                  .gtid("ON", known(names(OF_FORMER, 1, Math.max(came, around))))
                  .channel(
                      Channels.from("a:1")
                          .positioning(Positioning.AUTO_POSITION)
                          .retrieved(known(names(OF_FORMER, reset ? Math.max(1, came) : 1, came)))
                          .build())
                  .channel(
                      Channels.from("o:1")
                          .named("around")
                          .positioning(Positioning.AUTO_POSITION)
                          .retrieved(known(names(OF_FORMER, came + 1, around)))
                          .build())
                  .reached());
      assertThat(Fleet.of(source, List.of(replica)).has(replica))
          .as("seed %d", seed)
          .isEqualTo(new Has.Named(names(OF_FORMER, 1, Math.max(came, Math.min(around, had)))));
    }
  }
}
