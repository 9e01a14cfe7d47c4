package io.tutti.operation.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.crash.CrashJudgement;
import io.tutti.crash.CrashJudgement.Cost;
import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessEnd;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.WriteProtection;
import io.tutti.operation.crash.RestartReport;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.topology.Fence;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is in the way of clients, on made-up servers: a source and its replica. */
class UnfenceCheckTest {
  private static final InstanceAddress SOURCE = InstanceAddress.parse("a:1");
  private static final InstanceAddress REPLICA = InstanceAddress.parse("b:1");
  private static final Duration HOUR = Duration.ofHours(1);

  private static final FenceGuide READ_ONLY =
      new FenceGuide() {
        @Override
        public List<FenceMeasure> measures() {
          return List.of(
              new FenceMeasure("read_only", "ON", FenceMeasure.Keeps.WRITES, "no writes"));
        }

        @Override
        public String statement(String variable, String value) {
          throw new AssertionError(States.WHY);
        }

        @Override
        public List<String> leftOpen() {
          return List.of();
        }
      };

  private static Observed<WriteProtection> readOnly(boolean on) {
    return Observed.known(
        new WriteProtection(
            Observed.known(on), Observed.absent(States.WHY), Observed.absent(States.WHY)));
  }

  private static RestartReport report(Instant startedAt, Cost cost, LostOnSource lostOnSource) {
    return new RestartReport(
        SOURCE,
        Observed.known(startedAt),
        Observed.unknown(States.WHY),
        Observed.unknown(States.WHY),
        new CrashJudgement(cost, "It was " + cost + ".", Set.of()),
        List.of(new LostOnSourceByReplica(REPLICA, "", lostOnSource)));
  }

  private static List<String> require(
      String readOnlyBefore,
      Observed<WriteProtection> replica,
      RestartReport report,
      Incident... incidents) {
    return require(readOnlyBefore, replica, report, List.of(), incidents);
  }

  private static UnfenceCheck check(
      String readOnlyBefore,
      Observed<WriteProtection> replica,
      WorldView world,
      Optional<Incident> restart) {
    Fence fence =
        new Fence(
            "20261121-120000-00000001",
            SOURCE,
            States.NOW,
            Optional.empty(),
            Optional.empty(),
            new TreeMap<>(Map.of("read_only", "ON")),
            new TreeMap<>(Map.of("read_only", readOnlyBefore)),
            List.of(),
            List.of(SOURCE, REPLICA),
            List.of());
    return new UnfenceCheck(fence, world, restart, READ_ONLY, address -> replica);
  }

  private static WorldView pair() {
    return States.world(
        States.of("a:1").reached(), States.of("b:1").replicatesFrom("a:1").reached());
  }

  private static List<String> require(
      String readOnlyBefore,
      Observed<WriteProtection> replica,
      RestartReport report,
      List<RebuildMark> marks,
      Incident... incidents) {
    return check(
            readOnlyBefore,
            replica,
            pair()
                .with(kept -> kept.withIncidents(List.of(incidents)))
                .with(kept -> kept.withRebuilds(marks)),
            Optional.empty())
        .require(report);
  }

  private static void assertRefused(
      String readOnlyBefore,
      Observed<WriteProtection> replica,
      RestartReport report,
      String because) {
    assertThatThrownBy(() -> require(readOnlyBefore, replica, report))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            refusal -> assertThat(refusal.observed()).contains(because));
  }

  @Test
  void aServerThatLostNothingIsLetIn() {
    RestartReport clean = report(States.NOW.plus(HOUR), Cost.NONE, new LostOnSource.None());
    assertThat(require("OFF", readOnly(true), clean)).isNotEmpty();
  }

  @Test
  void whatIsToBeRebuiltIsNotLetIn() {
    RestartReport clean = report(States.NOW.plus(HOUR), Cost.NONE, new LostOnSource.None());
    RebuildMark mark =
        new RebuildMark(SOURCE, States.NOW, Optional.of("lost rows"), Optional.empty());
    assertThatThrownBy(() -> require("OFF", readOnly(true), clean, List.of(mark)))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("a:1 has been marked to be rebuilt");
  }

  @Test
  void whatAReplicaHasOrMayHaveKeepsItFenced() {
    LostOnSource named =
        new LostOnSource.Named(GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:8-10"));
    Instant after = States.NOW.plus(HOUR);
    assertRefused("OFF", readOnly(true), report(after, Cost.COMMITS, named), "8-10");
    assertRefused(
        "OFF",
        readOnly(true),
        report(after, Cost.NONE, new LostOnSource.Unknown("it does not answer")),
        "it does not answer");
  }

  @Test
  void aSuspectEndKeepsItFencedUnlessItWasBeforeItWasKnown() {
    Instant after = States.NOW.plus(HOUR);
    Instant before = States.NOW.minus(Duration.ofDays(365));
    assertRefused(
        "OFF",
        readOnly(true),
        report(after, Cost.COMMITS_WITH_THE_HOST, new LostOnSource.None()),
        "COMMITS_WITH_THE_HOST");
    assertThat(
            require(
                "OFF",
                readOnly(true),
                report(before, Cost.COMMITS_WITH_THE_HOST, new LostOnSource.None())))
        .isNotEmpty();
  }

  @Test
  void whatACrashCostIsNotHeldAgainstItOnceItsRestartIsClosed() {
    RestartReport lossy = report(States.NOW.plus(HOUR), Cost.COMMITS, new LostOnSource.None());
    Incident restart = Incidents.of("a:1");
    assertThatThrownBy(
            () -> check("OFF", readOnly(true), pair(), Optional.of(restart)).require(lossy))
        .isInstanceOf(OrchestratorException.class);
    Incident closed = restart.closed(new Incident.Closing(States.NOW, "ann", "rebuilt"));
    assertThat(check("OFF", readOnly(true), pair(), Optional.of(closed)).require(lossy))
        .isNotEmpty();
  }

  @Test
  void twoWouldTakeWritesOnlyIfItDidAndAnotherOneDoes() {
    assertThat(check("OFF", readOnly(false), pair(), Optional.empty()).isOneOfTwo()).isTrue();
    assertThat(check("ON", readOnly(false), pair(), Optional.empty()).isOneOfTwo()).isFalse();
    assertThat(check("OFF", readOnly(true), pair(), Optional.empty()).isOneOfTwo()).isFalse();
  }

  /** It was shut down in order since, so its last end shows nothing of that. */
  @Test
  void anEarlierEndThatNobodyHasClosedKeepsItFenced() {
    RestartReport clean = report(States.NOW.plus(HOUR), Cost.NONE, new LostOnSource.None());
    Incident lossy =
        Incidents.of("a:1")
            .with(
                Incident.Evidence.NONE_YET.withReplicas(
                    List.of(
                        new LostOnSourceByReplica(
                            REPLICA,
                            "",
                            new LostOnSource.Named(
                                GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:8-10"))))));

    assertThatThrownBy(() -> require("OFF", readOnly(true), clean, lossy))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            refusal -> {
              assertThat(refusal.observed()).contains("Left open is incident " + lossy.id());
              assertThat(refusal.remedies().toString()).contains("close incident " + lossy.id());
            });
    Incident closed = lossy.closed(new Incident.Closing(States.NOW, "ann", "compared"));
    assertThat(require("OFF", readOnly(true), clean, closed)).isNotEmpty();
  }

  private static Incident earlier(Optional<Instant> lookedAt, LostOnSourceByReplica... replicas) {
    return Incidents.of("a:1")
        .with(
            new Incident.Evidence(
                Observed.known(new ProcessEnd(ProcessEnd.How.STOPPED, "binlog.000001")),
                Observed.unknown(States.WHY),
                Observed.absent(States.WHY),
                List.of(replicas),
                lookedAt,
                Optional.empty()));
  }

  /** It was restarted again since: that hides nothing of what the restart before may have cost. */
  @Test
  void anEarlierEndOfWhichReplicasMayHaveMoreKeepsItFenced() {
    RestartReport clean = report(States.NOW.plus(HOUR), Cost.NONE, new LostOnSource.None());
    LostOnSource unknown = new LostOnSource.Unknown("it is away");
    Incident unread =
        earlier(Optional.of(States.NOW), new LostOnSourceByReplica(REPLICA, "", unknown));
    Map<Incident, String> reported =
        Map.of(
            unread,
            "is not known yet: it is tried again: " + REPLICA,
            earlier(Optional.empty()),
            "is not known yet: it is being examined, so try again in a moment");
    reported.forEach((undecided, why) ->
        assertThatThrownBy(() -> require("OFF", readOnly(true), clean, undecided))
            .isInstanceOf(OrchestratorException.class)
            .hasMessageContaining(why));

    LostOnSourceByReplica forgotten =
        new LostOnSourceByReplica(InstanceAddress.parse("c:1"), "", unknown);
    assertThat(require("OFF", readOnly(true), clean, earlier(Optional.of(States.NOW), forgotten)))
        .isNotEmpty();
    LostOnSourceByReplica whole = new LostOnSourceByReplica(REPLICA, "", new LostOnSource.None());
    assertThat(require("OFF", readOnly(true), clean, earlier(Optional.of(States.NOW), whole)))
        .isNotEmpty();
    assertThat(
            check(
                    "OFF",
                    readOnly(true),
                    pair().with(kept -> kept.withIncidents(List.of(unread))),
                    Optional.of(unread))
                .require(clean))
        .as("that restart was just read anew")
        .isNotEmpty();
  }

  @Test
  void anotherServerThatTakesWritesOrMayKeepsASourceFencedAndNoReplica() {
    RestartReport clean = report(States.NOW.plus(HOUR), Cost.NONE, new LostOnSource.None());
    assertRefused("OFF", readOnly(false), clean, "b:1 takes writes");
    assertRefused("OFF", Observed.unknown("it is away"), clean, "it is away");
    assertThat(require("ON", readOnly(false), clean)).isNotEmpty();
  }

  /** Whoever may replicate from it registered the address; nothing was ever read there. */
  @Test
  void whatIsOnlyListedThereKeepsNoSourceFenced() {
    RestartReport clean = report(States.NOW.plus(HOUR), Cost.NONE, new LostOnSource.None());
    InstanceAddress listed = InstanceAddress.parse("c:1");
    OrchestratorException wantsPassword =
        new OrchestratorException(
            ErrorCode.SERVER_UNTRUSTED, "c:1", "c:1 wants the password.", List.of());
    Node stranger =
        Node.found(listed, Optional.of(SOURCE), States.NOW).withFailure(wantsPassword, States.NOW);
    Node read =
        States.of("c:1").replicatesFrom("a:1").reached().withFailure(wantsPassword, States.NOW);

    assertThat(beside(stranger).require(clean)).noneMatch(proved -> proved.contains("c:1"));
    assertThatThrownBy(() -> beside(read).require(clean))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("Whether c:1 takes writes is not known");
  }

  private static UnfenceCheck beside(Node third) {
    WorldView world =
        States.world(
            States.of("a:1").reached(), States.of("b:1").replicatesFrom("a:1").reached(), third);
    UnfenceCheck pair = check("OFF", readOnly(true), world, Optional.empty());
    return new UnfenceCheck(
        pair.fence(),
        world,
        Optional.empty(),
        READ_ONLY,
        address ->
            address.equals(third.address()) ? Observed.unknown("it is away") : readOnly(true));
  }
}
