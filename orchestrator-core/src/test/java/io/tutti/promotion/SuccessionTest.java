package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.error.Acts;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SuccessionTest {
  private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
  private static final InstanceAddress A = InstanceAddress.parse("a:1");

  private static Channels byGtid(String retrieved) {
    return Channels.from("a:1")
        .positioning(Positioning.AUTO_POSITION)
        .retrieved(Observed.known(GtidSet.parse(SOURCE + retrieved)));
  }

  private static Node replica(String address, String executed, Channels channel) {
    return States.of(address)
        .gtid("ON", Observed.known(GtidSet.parse(SOURCE + executed)))
        .purged(Observed.known(GtidSet.parse(SOURCE + "1")))
        .channel(channel.build())
        .reached();
  }

  private static Succession of(
      Optional<String> wanted, List<LostOnSourceByReplica> lostOnSource, Node... replicas) {
    return Succession.of(
        States.world(
            Stream.concat(Stream.of(States.of("a:1").reached()), Stream.of(replicas))
                .toArray(Node[]::new)),
        A,
        lostOnSource,
        wanted.map(InstanceAddress::parse));
  }

  private static Succession.Found found(Succession succession) {
    assertThat(succession).isInstanceOf(Succession.Found.class);
    return (Succession.Found) succession;
  }

  private static String refused(Succession succession) {
    assertThat(succession).isInstanceOf(Succession.Refused.class);
    return succession.toString();
  }

  @Test
  void theOneThatHasTheMostIsFollowedByTheOthers() {
    Succession.Found found =
        found(
            of(
                Optional.empty(),
                List.of(),
                replica("b:1", "1-9", byGtid("1-9")),
                replica("c:1", "1-3", byGtid("1-10"))));

    assertThat(found.successor().address()).hasToString("c:1");
    assertThat(found.followers().left()).isEmpty();
    assertThat(found.followers().following())
        .containsExactly(new Follower(InstanceAddress.parse("b:1"), "", Positioning.AUTO_POSITION));
  }

  private static Node withTls(String haveSsl) {
    return States.of("c:1")
        .setting("have_ssl", haveSsl)
        .gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-10")))
        .purged(Observed.known(GtidSet.parse(SOURCE + "1")))
        .channel(byGtid("1-10").build())
        .reached();
  }

  /** Nothing that is said to a replica takes its TLS away. */
  @Test
  void oneThatReplicatesOverTlsDoesNotFollowASourceWithout() {
    Optional<String> wanted = Optional.of("c:1");
    Node overTls = replica("b:1", "1-9", byGtid("1-9").tls(true));
    Node without = replica("b:1", "1-9", byGtid("1-9").tls(false));

    assertThat(found(of(wanted, List.of(), withTls("DISABLED"), overTls)).followers().left())
        .singleElement()
        .satisfies(left ->
            assertThat(left.toString())
                .startsWith("b:1 replicates over TLS, and c:1 offers none")
                .contains("CHANGE MASTER"));
    assertThat(found(of(wanted, List.of(), withTls("YES"), overTls)).followers().left()).isEmpty();
    assertThat(found(of(wanted, List.of(), withTls(""), overTls)).followers().left())
        .as("what is not known is no reason")
        .isEmpty();
    assertThat(found(of(wanted, List.of(), withTls("DISABLED"), without)).followers().left())
        .isEmpty();
  }

  @Test
  void nobodyIsNamedWhoWouldThrowAway() {
    assertThat(
            refused(
                of(
                    Optional.of("b:1"),
                    List.of(),
                    replica("b:1", "1-9", byGtid("1-9")),
                    replica("c:1", "1-3", byGtid("1-10")))))
        .contains("c:1 has " + SOURCE + "10, which b:1 lacks", "failover a:1 (to c:1)");
  }

  /** A person sees at once what to do with which. */
  @Test
  void whereNobodyCanEachIsNamedWithItsReason() {
    LastError error = new LastError(1062, "Duplicate entry", Optional.of(Instant.EPOCH));
    assertThat(
            refused(
                of(
                    Optional.empty(),
                    List.of(),
                    replica("b:1", "1-9", byGtid("1-10").delayed(Duration.ofHours(1))),
                    replica(
                        "c:1",
                        "1-3",
                        byGtid("1-10").applies(false).applierError(Optional.of(error))))))
        .contains("b:1 applies with a delay", "; c:1 cannot apply all that it received");
  }

  /** It has all transactions, and not all rows. */
  private static Node leavingRowsOut(String address, String executed) {
    return States.of(address)
        .setting("replicate_ignore_table", "d.t")
        .gtid("ON", Observed.known(GtidSet.parse(SOURCE + executed)))
        .purged(Observed.known(GtidSet.parse(SOURCE + "1")))
        .channel(byGtid(executed).build())
        .reached();
  }

  @Test
  void oneThatLeavesRowsOutComesAfterOneThatDoesNot() {
    Succession.Found found =
        found(
            of(
                Optional.empty(),
                List.of(),
                leavingRowsOut("b:1", "1-9"),
                replica("c:1", "1-9", byGtid("1-9"))));

    assertThat(found.successor().address()).hasToString("c:1");
    assertThat(found.errant()).isEmpty();
  }

  /** A person may know that nobody needs these rows. */
  @Test
  void oneThatLeavesRowsOutIsTakenOnlyByItsName() {
    Node ahead = leavingRowsOut("b:1", "1-10");
    Node behind = replica("c:1", "1-9", byGtid("1-9"));

    assertThat(refused(of(Optional.empty(), List.of(), ahead, behind)))
        .contains(
            "b:1 leaves rows out on purpose: replicate_ignore_table = d.t",
            "failover a:1 (to b:1)");

    Succession.Found named = found(of(Optional.of("b:1"), List.of(), ahead, behind));
    assertThat(named.successor().address()).hasToString("b:1");
    assertThat(named.errant())
        .containsExactly("b:1 leaves rows out on purpose: replicate_ignore_table = d.t.");
  }

  /** What comes from elsewhere would come to all that follow it. */
  @Test
  void oneWithAnotherSourceIsTakenOnlyByItsName() {
    Node collector =
        States.of("b:1")
            .gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-9," + OTHER + ":1-30")))
            .purged(Observed.known(GtidSet.parse(SOURCE + "1")))
            .channel(byGtid("1-9").build())
            .channel(
                Channels.from("o:1")
                    .named("other")
                    .positioning(Positioning.AUTO_POSITION)
                    .retrieved(Observed.known(GtidSet.parse(OTHER + ":1-30")))
                    .build())
            .reached();
    Node plain = replica("c:1", "1-9", byGtid("1-9"));

    Succession.Found found = found(withSource(Optional.empty(), collector, plain));
    assertThat(found.successor().address()).hasToString("c:1");
    assertThat(found.followers().following()).singleElement().asString().contains("b:1");
    assertThat(found.errant()).isEmpty();

    Succession.Found named = found(withSource(Optional.of("b:1"), collector, plain));
    assertThat(named.errant())
        .singleElement()
        .asString()
        .contains("b:1 replicates from o:1 over the channel 'other', too, and keeps that");
    assertThat(refused(withSource(Optional.empty(), collector)))
        .contains("b:1 replicates from o:1", "failover a:1 (to b:1)");
  }

  @Test
  void nobodyIsNamedWhoDoesNotReplicateFromIt() {
    assertThat(refused(of(Optional.of("x:1"), List.of(), replica("b:1", "1-9", byGtid("1-9")))))
        .contains("x:1 does not replicate from a:1", "b:1");
  }

  @Test
  void oneThatCannotApplyIsNotTaken() {
    LastError error = new LastError(1062, "Duplicate entry", Optional.of(Instant.EPOCH));
    assertThat(
            refused(
                of(
                    Optional.empty(),
                    List.of(),
                    replica(
                        "b:1",
                        "1-8",
                        byGtid("1-9").applies(false).applierError(Optional.of(error))))))
        .contains("cannot apply all that it received", "1062");
  }

  /** MariaDB empties the relay log at the start of either thread when both were stopped. */
  @Test
  void oneThatWouldDropWhatItReceivedIsNotTaken() {
    Node domains =
        States.of("b:1")
            .gtid("ON", Observed.known(GtidSet.parse("0-1-8")))
            .channel(
                Channels.from("a:1")
                    .positioning(Positioning.REPLICA_POS)
                    .retrieved(Observed.known(GtidSet.parse("0-1-9")))
                    .applies(false)
                    .build())
            .reached();
    assertThat(refused(of(Optional.empty(), List.of(), domains))).contains("would drop the rest");
  }

  private static final String OWN = "038e01f0-71ca-11e1-9e33-c80aa9429562";
  private static final String OTHER = "55555555-0000-0000-0000-000000000000";

  /** It wrote three transactions itself. */
  private static Node errant(String address, String executed, Channels channel) {
    return States.of(address)
        .uuid(OWN)
        .gtid("ON", Observed.known(GtidSet.parse(SOURCE + executed + "," + OWN + ":1-3")))
        .purged(Observed.known(GtidSet.parse(SOURCE + "1")))
        .channel(channel.build())
        .reached();
  }

  private static Succession withSource(Optional<String> wanted, Node... replicas) {
    Node source =
        States.of("a:1").gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-8"))).reached();
    return Succession.of(
        States.world(Stream.concat(Stream.of(source), Stream.of(replicas)).toArray(Node[]::new)),
        A,
        List.of(),
        wanted.map(InstanceAddress::parse));
  }

  /** What one wrote itself is no reason to take it, and not in the way of the one that has more. */
  @Test
  void whatAReplicaWroteItselfDoesNotCount() {
    Node own = errant("b:1", "1-9", byGtid("1-9"));
    Node most = replica("c:1", "1-10", byGtid("1-10"));

    Succession.Found found = found(withSource(Optional.empty(), own, most));
    assertThat(found.successor().address()).hasToString("c:1");
    assertThat(found.followers().following()).singleElement().asString().contains("b:1");
    assertThat(found.errant())
        .singleElement()
        .asString()
        .contains("b:1", OWN + ":1-3", "c:1 lacks");
    assertThat(refused(withSource(Optional.of("b:1"), own, most)))
        .contains("c:1 has " + SOURCE + "10, which b:1 lacks", "failover a:1 (to c:1)")
        .doesNotContain(OWN);

    Succession.Found named =
        found(withSource(Optional.of("b:1"), own, replica("c:1", "1-8", byGtid("1-9"))));
    assertThat(named.errant()).singleElement().asString().contains(OWN + ":1-3", "fetch them");
  }

  @Test
  void oneThatWroteItselfComesAfterOneThatDidNot() {
    Node own = errant("b:1", "1-9", byGtid("1-9"));
    Node clean = replica("c:1", "1-8", byGtid("1-9"));

    Succession.Found found = found(withSource(Optional.empty(), own, clean));

    assertThat(found.successor().address()).hasToString("c:1");
  }

  @Test
  void oneWhoseApplierFailedComesAfterAnIntactOne() {
    LastError error = new LastError(1062, "Duplicate entry", Optional.of(Instant.EPOCH));
    Node failed =
        errant("b:1", "1-8", byGtid("1-10").applies(false).applierError(Optional.of(error)));
    Node whole = replica("c:1", "1-9", byGtid("1-10"));

    assertThat(refused(withSource(Optional.empty(), failed, whole)))
        .contains("b:1 has an applier that failed", "failover a:1 (to c:1)");
    assertThat(found(withSource(Optional.of("c:1"), failed, whole)).followers().left())
        .singleElement()
        .asString()
        .contains("b:1");
    assertThat(refused(withSource(Optional.of("b:1"), failed, whole)))
        .contains("b:1 cannot apply all", "failover a:1 (to c:1)");
  }

  /** The one that has the most cannot apply it: nobody is named who would be refused, too. */
  @Test
  void refusalsDoNotPointAtEachOther() {
    LastError error = new LastError(1062, "Duplicate entry", Optional.of(Instant.EPOCH));
    Node failed =
        replica("b:1", "1-8", byGtid("1-10").applies(false).applierError(Optional.of(error)));
    Node less = replica("c:1", "1-9", byGtid("1-9"));
    for (String each : List.of("b:1", "c:1")) {
      assertThat(refused(withSource(Optional.of(each), failed, less)))
          .contains("1062")
          .doesNotContain("promote", "(to ");
    }
    assertThat(refused(withSource(Optional.of("c:1"), failed, less)))
        .contains("mark to rebuild b:1");
  }

  @Test
  void whoIsMarkedIsLeftBehind() {
    Node own = replica("b:1", "1-9:11", byGtid("1-9"));
    Node most = replica("c:1", "1-10", byGtid("1-10"));
    assertThat(refused(withSource(Optional.empty(), own, most)))
        .contains(SOURCE + "11", SOURCE + "10", "mark to rebuild b:1", "mark to rebuild c:1");
    Succession marked =
        Succession.of(
            States.world(States.of("a:1").reached(), own, most)
                .with(kept ->
                    kept.withRebuilds(
                        List.of(
                            new RebuildMark(
                                own.address(), States.NOW, Optional.empty(), Optional.empty())))),
            A,
            List.of(),
            Optional.empty());
    assertThat(found(marked).successor().address()).hasToString("c:1");
    assertThat(found(marked).followers().left()).singleElement().asString().contains("b:1");
  }

  @Test
  void ofDomainsWhatItWroteItselfDoesNotHideWhatItReplicated() {
    Node source = States.of("a:1").serverId(1).domains("0-1-9", "", "0-1-9").reached();
    Node own =
        States.of("b:1")
            .serverId(2)
            .domains("0-2-10", "0-1-7", "0-1-7,0-2-10")
            .channel(
                Channels.from("a:1")
                    .positioning(Positioning.REPLICA_POS)
                    .retrieved(Observed.known(GtidSet.parse("0-1-8")))
                    .build())
            .reached();
    Node most =
        States.of("c:1")
            .serverId(3)
            .domains("0-1-9", "0-1-9", "0-1-9")
            .channel(
                Channels.from("a:1")
                    .positioning(Positioning.REPLICA_POS)
                    .retrieved(Observed.known(GtidSet.parse("0-1-9")))
                    .build())
            .reached();
    Succession wanted =
        Succession.of(States.world(source, own, most), A, List.of(), Optional.of(most.address()));
    assertThat(found(wanted).successor().address()).hasToString("c:1");
    assertThat(found(wanted).followers().left())
        .as("the next of its domain has a lower number")
        .singleElement()
        .asString()
        .contains("gtid_strict_mode");
  }

  /** The source lost rows after 9, and wrote 10 and 11 without them. */
  private static Succession upTo9(Optional<String> wanted, Node... replicas) {
    Node source =
        States.of("a:1").gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-11"))).reached();
    return Succession.of(
        States.world(Stream.concat(Stream.of(source), Stream.of(replicas)).toArray(Node[]::new)),
        A,
        new Succession.Terms(
            List.of(),
            wanted.map(InstanceAddress::parse),
            Optional.of(
                new Boundary(
                    BinlogPosition.parse("log.000001:900"),
                    GtidSet.parse(SOURCE + "1-9"),
                    GtidSet.parse(SOURCE + "10-11"))),
            PromotionRules.NONE,
            to -> Acts.promote("7", to)));
  }

  @Test
  void whatWasWrittenWithoutRowsThatWereLostIsAppliedNoMore() {
    LastError error = new LastError(1062, "Duplicate entry", Optional.of(Instant.EPOCH));
    Node failed =
        replica("b:1", "1-9", byGtid("1-11").applies(false).applierError(Optional.of(error)));
    Node behind = replica("c:1", "1-5", byGtid("1-10"));
    Node applied = replica("e:1", "1-10", byGtid("1-10"));

    Succession.Found found = found(upTo9(Optional.empty(), failed, behind, applied));
    assertThat(found.successor().address()).hasToString("b:1");
    assertThat(found.upTo()).isPresent();
    assertThat(found.followers().following()).singleElement().asString().contains("c:1");
    assertThat(found.followers().left())
        .singleElement()
        .asString()
        .contains("e:1 has applied what a:1 wrote after its restart");
    assertThat(refused(upTo9(Optional.of("e:1"), failed, behind, applied)))
        .contains("e:1 has applied what");
  }

  /** All have applied some of it: nobody is left who has not. */
  @Test
  void whereAllHaveAppliedSomeOfItTheRestIsApplied() {
    Node one = replica("b:1", "1-10", byGtid("1-11"));
    Node other = replica("c:1", "1-11", byGtid("1-11"));
    assertThat(found(upTo9(Optional.empty(), one, other)).upTo()).isEmpty();
    assertThat(
            found(
                    upTo9(
                        Optional.empty(),
                        replica("b:1", "1-9", byGtid("1-9")),
                        replica("c:1", "1-8", byGtid("1-9"))))
                .upTo())
        .as("nobody received it")
        .isEmpty();
  }

  private static Node at(String address, String received, boolean applies) {
    return replica(
        address,
        "1",
        Channels.from("a:1")
            .positioning(Positioning.LOG_POSITION)
            .received(Observed.known(BinlogPosition.parse(received)))
            .executed(Observed.known(BinlogPosition.parse(received)))
            .applies(applies));
  }

  @Test
  void byPositionOnlyWhoReceivedExactlyTheSameFollows() {
    Node b = at("b:1", "log.000001:900", true);
    Node same = at("c:1", "log.000001:900", true);
    Node less = at("e:1", "log.000001:700", true);
    assertThat(found(of(Optional.empty(), List.of(), b, same)).followers().following())
        .containsExactly(new Follower(InstanceAddress.parse("c:1"), "", Positioning.LOG_POSITION));

    assertThat(refused(of(Optional.empty(), List.of(), b, same, less)))
        .contains("e:1 received up to log.000001:700", "failover a:1 (to b:1)");
    Followers named = found(of(Optional.of("b:1"), List.of(), b, same, less)).followers();
    assertThat(named.following()).hasSize(1);
    assertThat(named.left()).singleElement().asString().contains("e:1 received up to");
  }

  /** It went on in the binlog that the source began after its crash. */
  @Test
  void aLaterPlaceIsNotMoreThanWhatTheSourceLost() {
    Node went = at("b:1", "log.000002:500", true);
    Node kept = at("c:1", "log.000001:900", false);
    LostOnSourceByReplica lostOnSource =
        new LostOnSourceByReplica(
            kept.address(),
            "",
            new LostOnSource.Beyond(BinlogPosition.parse("log.000001:900"), 700));
    assertThat(refused(of(Optional.empty(), List.of(lostOnSource), went, kept)))
        .contains("c:1 received what the source lost", "mark to rebuild c:1")
        .doesNotContain("promote", "(to ");
    assertThat(refused(of(Optional.of("c:1"), List.of(lostOnSource), went, kept)))
        .contains("b:1 received up to log.000002:500", "mark to rebuild b:1")
        .doesNotContain("promote", "(to ");
  }

  @Test
  void whoLacksWhatTheSuccessorPurgedIsLeftBehind() {
    Node b =
        States.of("b:1")
            .gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-9")))
            .purged(Observed.known(GtidSet.parse(SOURCE + "1-5")))
            .channel(byGtid("1-9").build())
            .reached();
    assertThat(refused(of(Optional.empty(), List.of(), b, replica("c:1", "1-3", byGtid("1-3")))))
        .contains("c:1 has not applied " + SOURCE + "4-5");
  }

  /** The source lost 8 to 10, and wrote others as 8 and 9, which one of the two received. */
  @Test
  void whoMayHaveOthersUnderTheSameNamesDoesNotFollow() {
    Node kept = replica("b:1", "1-10", byGtid("1-10"));
    Node received = replica("c:1", "1-9", byGtid("1-9"));
    Node behind = replica("e:1", "1-7", byGtid("1-7"));
    LostOnSourceByReplica lost =
        new LostOnSourceByReplica(
            kept.address(), "", new LostOnSource.Named(GtidSet.parse(SOURCE + "8-10")));

    assertThat(refused(of(Optional.empty(), List.of(lost), kept, received, behind)))
        .contains(
            "c:1 may have other transactions than b:1", SOURCE + "8-9", "failover a:1 (to b:1)")
        .doesNotContain("e:1 may");
    Followers named =
        found(of(Optional.of("b:1"), List.of(lost), kept, received, behind)).followers();
    assertThat(named.following()).singleElement().asString().contains("e:1");
    assertThat(named.left()).singleElement().asString().contains("c:1 may have other");

    LostOnSourceByReplica both =
        new LostOnSourceByReplica(
            received.address(), "", new LostOnSource.Named(GtidSet.parse(SOURCE + "8-9")));
    assertThat(found(of(Optional.empty(), List.of(lost, both), kept, received)).followers().left())
        .isEmpty();
  }

  @Test
  void whatASourceUsedAgainIsReported() {
    LostOnSourceByReplica lost =
        new LostOnSourceByReplica(
            InstanceAddress.parse("b:1"),
            "",
            new LostOnSource.Named(GtidSet.parse(SOURCE + "8-10")));
    assertThat(
            Succession.usedAgain(
                States.of("a:1").gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-8"))).build(),
                List.of(lost)))
        .contains(GtidSet.parse(SOURCE + "8"));
    assertThat(
            Succession.usedAgain(
                States.of("a:1").gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-7"))).build(),
                List.of(lost)))
        .isEmpty();
  }
}
