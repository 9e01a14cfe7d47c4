package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Positioning;
import io.tutti.topology.RememberedCluster.Member;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** By position and by domains it is known by who answered before. */
class StrangerTest {
  private static final InstanceAddress SOURCE = InstanceAddress.parse("a:1");
  private static final InstanceAddress REPLICA = InstanceAddress.parse("b:1");
  private static final String FORMER = "11111111-0000-0000-0000-000000000000";
  private static final String NEW = "22222222-0000-0000-0000-000000000000";

  private static States replica(Positioning positioning) {
    return States.of("b:1").channel(Channels.from("a:1").positioning(positioning).build());
  }

  private static RememberedCluster before(String identity, String... members) {
    return new RememberedCluster(
        SOURCE,
        List.of(members).stream()
            .map(each -> new Member(InstanceAddress.parse(each), false, false))
            .toList(),
        Optional.of(identity));
  }

  private static WorldView world(States source, States replica, RememberedCluster before) {
    return States.world(source.reached(), replica.reached())
        .with(kept -> kept.withRemembered(List.of(before)));
  }

  private static WorldView marked(WorldView world) {
    return world.with(kept ->
        kept.withRebuilds(
            List.of(new RebuildMark(REPLICA, States.NOW, Optional.empty(), Optional.empty()))));
  }

  private static boolean isFound(WorldView world) {
    return !Stranger.of(world, SOURCE).isEmpty();
  }

  /** As it is remembered after that. */
  private static Optional<String> identity(WorldView world, RememberedCluster before) {
    return RememberedCluster.after(List.of(before), world).getFirst().identity();
  }

  @Test
  void byPositionEachOtherServerIsOne() {
    States source = States.of("a:1").uuid(NEW);
    States replica = replica(Positioning.LOG_POSITION);

    assertThat(Stranger.of(world(source, replica, before(FORMER, "b:1")), SOURCE))
        .singleElement()
        .satisfies(found -> assertThat(found.why()).contains(FORMER, NEW, "b:1"));
    assertThat(isFound(world(source, replica, before(NEW, "b:1")))).isFalse();
    assertThat(isFound(world(source, replica, before(FORMER, "c:1")))).isFalse();
    assertThat(isFound(world(source, replica, before(NEW + "|more", "b:1")))).isFalse();
    assertThat(isFound(marked(world(source, replica, before(FORMER, "b:1"))))).isFalse();
  }

  @Test
  void theFormerOneIsRememberedUntilItsReplicasAreMarkedOrGone() {
    States source = States.of("a:1").uuid(NEW);
    States replica = replica(Positioning.LOG_POSITION);
    RememberedCluster before = before(FORMER, "b:1");
    WorldView world = world(source, replica, before);

    assertThat(identity(world, before)).contains(FORMER);
    assertThat(identity(marked(world), before)).contains(NEW);
    assertThat(identity(world, before(FORMER, "c:1"))).contains(NEW);
    assertThat(identity(world(source, replica(Positioning.AUTO_POSITION), before), before))
        .contains(NEW);
  }

  @Test
  void byDomainsOneThatHasAllOfItsReplicaIsACopy() {
    RememberedCluster before = before(FORMER, "b:1");
    States replica = replica(Positioning.REPLICA_POS).domains("0-1-5", "0-1-5", "0-1-5");
    WorldView copy =
        world(States.of("a:1").uuid(NEW).domains("0-1-6", "", "0-1-6"), replica, before);
    WorldView other =
        world(States.of("a:1").uuid(NEW).domains("9-7-6", "", "9-7-6"), replica, before);

    assertThat(isFound(copy)).isFalse();
    assertThat(identity(copy, before)).contains(NEW);
    assertThat(isFound(other)).isTrue();
    assertThat(identity(other, before)).contains(FORMER);
  }

  /** Of one history, of which the server at the address and its replica have each a part. */
  @Test
  void byDomainsOneOfAnotherNameIsFoundExactlyWhereItLacksWhatOthersWrote() {
    for (long seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      int former = random.nextInt(5); // written by 2, and the rest by 1
      int has = 1 + random.nextInt(8);
      int had = random.nextInt(9);
      int id = random.nextBoolean() ? 1 : 77;
      String head = head(has, former);
      boolean isOwn = id == 1 && has > former;
      boolean lacks = has > former ? had < has : Math.min(had, former) < has;
      RememberedCluster before = before(FORMER, "b:1");
      WorldView world =
          world(
              States.of("a:1")
                  .uuid(NEW)
                  .serverId(id)
                  .domains(logged(had, former), "", logged(had, former)),
              replica(random.nextBoolean() ? Positioning.REPLICA_POS : Positioning.LOG_POSITION)
                  .domains(head, head, head),
              before);

      assertThat(isFound(world)).as("seed %d", seed).isEqualTo(lacks && !isOwn);
      assertThat(identity(world, before)).contains(isFound(world) ? FORMER : NEW);
      assertThat(isFound(marked(world))).as("seed %d", seed).isFalse();
    }
  }

  private static String head(int to, int former) {
    return to == 0 ? "" : "0-%d-%d".formatted(to > former ? 1 : 2, to);
  }

  private static String logged(int to, int former) {
    return to > former && former > 0
        ? "0-2-%d,%s".formatted(former, head(to, former))
        : head(to, former);
  }

  /** Also where it was written after it was read. */
  @Test
  void whatTheNewOneWroteItselfShowsNothing() {
    RememberedCluster before = before(FORMER, "b:1");
    WorldView world =
        world(
            States.of("a:1").uuid(NEW).serverId(1).domains("0-1-4", "", "0-1-4"),
            replica(Positioning.REPLICA_POS).domains("0-1-5", "0-1-5", "0-1-5"),
            before);

    assertThat(isFound(world)).isFalse();
    assertThat(identity(world, before)).contains(NEW);
  }

  @Test
  void aFenceSaysWhereAnotherServerAnswers() {
    Fence fence = States.fence(SOURCE).of(States.of("a:1").uuid(FORMER).reached().state());

    assertThat(fence.ofAnother(States.of("a:1").uuid(NEW).build()))
        .hasValueSatisfying(said -> assertThat(said).contains(FORMER, NEW));
    assertThat(fence.leavingOpen("x").ofAnother(States.of("a:1").uuid(NEW).build())).isPresent();
    assertThat(fence.ofAnother(States.of("a:1").uuid(FORMER).build())).isEmpty();
    assertThat(States.fence(SOURCE).ofAnother(States.of("a:1").uuid(NEW).build())).isEmpty();
  }
}
