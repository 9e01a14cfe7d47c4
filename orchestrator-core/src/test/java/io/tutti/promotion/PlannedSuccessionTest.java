package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlannedSuccessionTest {
  private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
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

  @Test
  void whoIsMarkedToBeRebuiltIsNotTaken() {
    WorldView world =
        States.world(source().reached(), replica("b:1", channel()).reached())
            .with(kept ->
                kept.withRebuilds(
                    List.of(new RebuildMark(B, States.NOW, Optional.empty(), Optional.empty()))));
    assertThat(PlannedSuccession.of(world, A, Optional.of(B), PromotionRules.NONE).toString())
        .contains("b:1 is marked to be rebuilt");
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
