package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.topology.BackupSession;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.Records;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlannedSuccessionTest {
  private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
  private static final String OWN = "038e01f0-71ca-11e1-9e33-c80aa9429562";
  private static final InstanceAddress A = InstanceAddress.parse("a:1");
  private static final InstanceAddress B = InstanceAddress.parse("b:1");
  private static final InstanceAddress C = InstanceAddress.parse("c:1");

  private static Channels channel() {
    return Channels.from("a:1")
        .positioning(Positioning.AUTO_POSITION)
        .retrieved(Observed.known(GtidSet.parse(SOURCE + "1-9")));
  }

  private static States replica(String address, Channels channel) {
    return States.of(address)
        .gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-9")))
        .purged(Observed.known(GtidSet.parse(SOURCE + "1")))
        .channel(channel.build());
  }

  private static States wroteItself(String address, Observed<GtidSet> executed) {
    return replica(address, channel())
        .uuid(OWN)
        .gtid("ON", executed)
        .purged(Observed.known(GtidSet.parse(SOURCE + "1")));
  }

  private static States source() {
    return States.of("a:1").gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-12"))).writable();
  }

  private static PlannedSuccession of(
      Optional<InstanceAddress> wanted, PromotionRules rules, Node... replicas) {
    Node[] all = new Node[replicas.length + 1];
    all[0] = source().reached();
    System.arraycopy(replicas, 0, all, 1, replicas.length);
    return PlannedSuccession.of(States.world(all), A, wanted, rules);
  }

  private static PlannedSuccession.Found found(PlannedSuccession succession) {
    assertThat(succession).isInstanceOf(PlannedSuccession.Found.class);
    return (PlannedSuccession.Found) succession;
  }

  private static PromotionRules tagged(InstanceAddress server, String name, String value) {
    return PromotionRules.of(List.of(A, B, C), each -> tags(each.equals(server), name, value));
  }

  private static SortedMap<String, String> tags(boolean has, String name, String value) {
    return has ? new TreeMap<>(Map.of(name, value)) : new TreeMap<>();
  }

  /** It will have received the rest before it takes the place. */
  @Test
  void whoHasReceivedLessIsTakenAllTheSame() {
    PlannedSuccession.Found found =
        found(
            of(
                Optional.of(B),
                PromotionRules.NONE,
                replica("b:1", channel().retrieved(Observed.known(GtidSet.parse(SOURCE + "1-3"))))
                    .gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-3")))
                    .purged(Observed.known(GtidSet.parse(SOURCE + "1")))
                    .reached(),
                replica("c:1", channel()).reached()));

    assertThat(found.successor().address()).isEqualTo(B);
    assertThat(found.followers().following())
        .containsExactly(new Follower(C, "", Positioning.AUTO_POSITION));
  }

  @Test
  void whomATagPrefersIsTaken() {
    assertThat(
            found(
                    of(
                        Optional.empty(),
                        tagged(C, "promotion", "prefer"),
                        replica("b:1", channel()).reached(),
                        replica("c:1", channel()).reached()))
                .successor()
                .address())
        .isEqualTo(C);
  }

  /** Tags of the source and of two replicas, of which the second one is nearer. */
  record Nearer(Map<String, String> ofSource, Map<String, String> ofB, Map<String, String> ofC) {}

  static List<Nearer> nearer() {
    Map<String, String> home = Map.of("dc", "fra1", "region", "eu");
    Map<String, String> near = Map.of("dc", "fra2", "region", "eu");
    Map<String, String> far = Map.of("dc", "ny1", "region", "us");
    return List.of(
        new Nearer(Map.of("dc", "east"), Map.of("dc", "west"), Map.of("dc", "east")),
        new Nearer(home, near, home),
        new Nearer(home, far, home),
        new Nearer(home, far, near),
        new Nearer(home, Map.of(), near),
        new Nearer(Map.of("region", "eu"), Map.of("region", "us"), Map.of("region", "eu")),
        // Another region has a data centre of that name, too.
        new Nearer(home, Map.of("dc", "fra1", "region", "us"), near),
        // The region of one of both is not told.
        new Nearer(Map.of("dc", "fra1"), near, home));
  }

  @ParameterizedTest
  @MethodSource("nearer")
  void ofTwoTheOneThatIsNearerIsTaken(Nearer each) {
    Map<InstanceAddress, Map<String, String>> tags =
        Map.of(A, each.ofSource(), B, each.ofB(), C, each.ofC());
    assertThat(successor(PromotionRules.of(List.of(A, B, C), tags::get))).isEqualTo(C);
  }

  @Test
  void whereTheOldSourceHasNoTagsNoneIsNearer() {
    Map<InstanceAddress, Map<String, String>> tags =
        Map.of(A, Map.of(), B, Map.of(), C, Map.of("dc", "fra1", "region", "eu"));
    assertThat(successor(PromotionRules.of(List.of(A, B, C), tags::get))).isEqualTo(B);
  }

  @Test
  void whoIsPreferredIsTakenFromAnotherRegion() {
    Map<InstanceAddress, Map<String, String>> tags =
        Map.of(
            A,
            Map.of("region", "eu"),
            B,
            Map.of("region", "eu"),
            C,
            Map.of("region", "us", "promotion", "prefer"));
    assertThat(successor(PromotionRules.of(List.of(A, B, C), tags::get))).isEqualTo(C);
  }

  private static InstanceAddress successor(PromotionRules rules) {
    return found(
            of(
                Optional.empty(),
                rules,
                replica("b:1", channel()).reached(),
                replica("c:1", channel()).reached()))
        .successor()
        .address();
  }

  @Test
  void whoDoesNotAnswerStaysBelowTheOldSource() {
    Node away =
        replica("c:1", channel())
            .reached()
            .withFailure(
                new OrchestratorException(
                    ErrorCode.CONNECTION_REFUSED, "c:1", "It is away.", List.of()),
                States.NOW);
    PlannedSuccession.Found found =
        found(of(Optional.empty(), PromotionRules.NONE, replica("b:1", channel()).reached(), away));
    assertThat(found.successor().address()).isEqualTo(B);
    assertThat(found.followers().left())
        .singleElement()
        .satisfies(left -> assertThat(left.replica()).isEqualTo(C));
  }

  /** One thing is against it; the words with which it is refused. */
  record Unfit(String words, States replica, PromotionRules rules) {
    @Override
    public String toString() {
      return words;
    }
  }

  static List<Unfit> unfit() {
    return List.of(
        new Unfit(
            "must not be promoted", replica("b:1", channel()), tagged(B, "promotion", "must_not")),
        new Unfit(
            "none of prefer, neutral, must_not",
            replica("b:1", channel()),
            tagged(B, "promotion", "never")),
        new Unfit(
            "does not keep what it replicates in a binlog",
            replica("b:1", channel()).logsNothing(),
            PromotionRules.NONE),
        new Unfit(
            "does not replicate", replica("b:1", channel().applies(false)), PromotionRules.NONE),
        new Unfit(
            "does not replicate", replica("b:1", channel().receives(false)), PromotionRules.NONE),
        new Unfit(
            "writes its binlog as STATEMENT, and a:1 as ROW",
            replica("b:1", channel()).format(Observed.known("STATEMENT")),
            PromotionRules.NONE),
        new Unfit(
            "writes its binlog as",
            replica("b:1", channel()).format(Observed.unknown("not read")),
            PromotionRules.NONE),
        new Unfit(
            "and a:1 of %s 8.0.15 could not replicate from it".formatted(FakeFlavor.ID),
            replica("b:1", channel()).version("8.1.0"),
            PromotionRules.NONE),
        new Unfit(
            "wrote transactions itself, which a:1 never had: %s:1-2".formatted(OWN),
            wroteItself("b:1", Observed.known(GtidSet.parse(SOURCE + "1-9," + OWN + ":1-2"))),
            PromotionRules.NONE),
        new Unfit(
            "leaves rows out on purpose: replicate_ignore_table = d.t",
            replica("b:1", channel()).setting("replicate_ignore_table", "d.t"),
            PromotionRules.NONE));
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void whatIsAgainstTheOnlyReplicaIsSaid(Unfit each) {
    PlannedSuccession refused = of(Optional.empty(), each.rules(), each.replica().reached());
    assertThat(refused).isInstanceOf(PlannedSuccession.Refused.class);
    assertThat(((PlannedSuccession.Refused) refused).why()).contains("b:1", each.words());
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void anotherOneIsTakenInItsPlace(Unfit each) {
    assertThat(
            found(
                    of(
                        Optional.empty(),
                        each.rules(),
                        each.replica().reached(),
                        replica("c:1", channel()).reached()))
                .successor()
                .address())
        .isEqualTo(C);
  }

  /** Within a series servers understand each other. */
  @Test
  void aLaterReleaseOfTheSameSeriesIsTaken() {
    assertThat(
            found(
                    of(
                        Optional.of(B),
                        PromotionRules.NONE,
                        replica("b:1", channel()).version("8.0.40").reached()))
                .successor()
                .address())
        .isEqualTo(B);
  }

  /** Something is kept of the wanted one; the words with which it is refused. */
  record Kept(String words, UnaryOperator<Records> change) {
    @Override
    public String toString() {
      return words;
    }
  }

  private static Downtime downtime(Extent of) {
    return new Downtime(
        of, "anna", "new disk", "anna", States.NOW.minusSeconds(60), States.NOW.plusSeconds(3600));
  }

  private static BackupSession session() {
    return new BackupSession(
        "5e5510",
        B,
        States.NOW.minusSeconds(60),
        Duration.ofHours(1),
        States.NOW.plusSeconds(3540),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        new BackupSession.Coordinates(Observed.absent("none"), List.of(), List.of()),
        List.of(),
        Optional.empty(),
        Observed.unknown("not read"));
  }

  static List<Kept> kept() {
    return List.of(
        new Kept(
            "is worked on by anna until 2026-11-20T13:00:00Z: new disk",
            records -> records.withDowntimes(List.of(downtime(Extent.of(B))))),
        new Kept("is fenced", records -> records.withFences(List.of(States.fence(B)))),
        new Kept("is being copied", records -> records.withBackups(List.of(session()))),
        new Kept(
            "is marked to be rebuilt",
            records ->
                records.withRebuilds(
                    List.of(new RebuildMark(B, States.NOW, Optional.empty(), Optional.empty())))));
  }

  private static WorldView two() {
    return States.world(
        source().reached(),
        replica("b:1", channel()).reached(),
        replica("c:1", channel()).reached());
  }

  @ParameterizedTest
  @MethodSource("kept")
  void theWantedOneIsRefusedForWhatIsKeptOfIt(Kept each) {
    WorldView world = two().with(each.change());
    PlannedSuccession wanted = PlannedSuccession.of(world, A, Optional.of(B), PromotionRules.NONE);
    assertThat(wanted).isInstanceOf(PlannedSuccession.Refused.class);
    assertThat(((PlannedSuccession.Refused) wanted).why()).contains("b:1 " + each.words());

    PlannedSuccession.Found best =
        found(PlannedSuccession.of(world, A, Optional.empty(), PromotionRules.NONE));
    assertThat(best.successor().address()).isEqualTo(C);
  }

  @Test
  void aDowntimeOfItsClusterKeepsNobodyBack() {
    String cluster = two().topology().clusters().getFirst().name();
    WorldView world =
        two().with(kept -> kept.withDowntimes(List.of(downtime(Extent.ofCluster(cluster)))));
    assertThat(
            found(PlannedSuccession.of(world, A, Optional.of(B), PromotionRules.NONE))
                .successor()
                .address())
        .isEqualTo(B);
  }

  @Test
  void aStrangerIsNotTaken() {
    assertThat(
            of(
                    Optional.of(InstanceAddress.parse("x:1")),
                    PromotionRules.NONE,
                    replica("b:1", channel()).reached())
                .toString())
        .contains("x:1 does not replicate from a:1; these do: b:1");
  }
}
