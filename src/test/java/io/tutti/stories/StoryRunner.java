package io.tutti.stories;

import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.stories.Act.Ask;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Plays a story from its first act to the truth in the end. */
final class StoryRunner {
  private final Stage stage;
  private final List<Deed> deeds = Collections.synchronizedList(new ArrayList<>());
  private final List<String> lines = new ArrayList<>();
  private final ServerActs servers;
  private final PersonActs person;
  private final TuttiActs tutti;
  private final Instant began = Instant.now();

  private StoryRunner(Stage stage) {
    this.stage = stage;
    this.servers = new ServerActs(stage, deeds);
    this.person = new PersonActs(stage, deeds);
    this.tutti = new TuttiActs(stage, deeds);
  }

  static Played play(Story story, ServerRelease release) {
    try (Stage stage = Stage.set(story.setup(), release)) {
      StoryRunner runner = new StoryRunner(stage);
      story.acts().forEach(runner::act);
      Curtain curtain = new Curtain(stage, runner.deeds, runner.servers, runner::note);
      Played.AtTheEnd atTheEnd = curtain.fall();
      return new Played(
          story,
          runner.lines,
          List.copyOf(runner.deeds),
          stage.clients().acks(),
          atTheEnd,
          curtain.truth());
    }
  }

  private void act(Act act) {
    if (act instanceof Act.Pause pause) {
      await().pollDelay(Duration.ofMillis(pause.millis())).until(() -> true);
      return;
    }
    String outcome;
    try {
      outcome = carryOut(act);
    } catch (IOException | SQLException | SandboxException e) {
      outcome = "failed: " + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
    note(act.line() + (outcome.isEmpty() ? "" : ": " + outcome));
  }

  private void note(String line) {
    lines.add(
        "%6.2f s  %s".formatted(Duration.between(began, Instant.now()).toMillis() / 1000.0, line));
  }

  private String carryOut(Act act) throws IOException, SQLException {
    Optional<String> whyNot =
        switch (act) {
          case Act.Pause pause -> Optional.empty();
          case Act.Write write -> write(write);
          case Act.Kill kill -> servers.kill(kill.node());
          case Act.Shutdown shutdown -> servers.shutDown(shutdown.node());
          case Act.Start start -> servers.start(start.node(), start.withoutReplication());
          case Act.FailedStart start -> servers.failToStart(start.node());
          case Act.Sync sync -> servers.sync(sync.node());
          case Act.CutToSynced cut -> servers.cutToSynced(cut.node());
          case Act.CutEnd cut -> servers.cutEnd(cut.node(), cut.bytes());
          case Act.Freeze freeze -> servers.freeze(freeze.node());
          case Act.Thaw thaw -> servers.thaw(thaw.node());
          case Act.Hold hold -> servers.hold(hold.node(), hold.schema());
          case Act.Release release -> release(release);
          case Act.StopThreads stop -> person.stop(stop.node(), stop.threads());
          case Act.StartThreads start -> person.start(start.node(), start.threads());
          case Act.SetVariable set -> person.set(set.node(), set.setting(), set.value());
          case Act.Conflict conflict -> person.putInTheWay(conflict.node());
          case Ask ask -> Optional.of(tutti.ask(ask));
        };
    return whyNot.map(why -> act instanceof Ask ? why : "not done, " + why).orElse("");
  }

  private Optional<String> write(Act.Write write) {
    stage.clients().write(write.pace());
    return Optional.empty();
  }

  private Optional<String> release(Act.Release release) {
    servers.release(release.node());
    return Optional.empty();
  }
}
