package io.tutti.cli.verb;

import io.tutti.api.BinlogReadingView;
import io.tutti.api.BinlogReadingView.Kind;
import io.tutti.api.BinlogReadingView.State;
import io.tutti.api.BinlogReadingView.TroubleView;
import io.tutti.api.Body;
import io.tutti.cli.render.ReadingPage;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The binlogs that a controller reads with its own account. */
record ControllerReadings(TuttiCommand tutti, ControllerClient controller) {
  private static final Duration ASKED_EVERY = Duration.ofMillis(300);
  private static final Duration SAID_EVERY = Duration.ofSeconds(3);

  static ControllerReadings of(TuttiCommand tutti) {
    try {
      return new ControllerReadings(tutti, tutti.controller());
    } catch (CommandFailure e) {
      throw CommandFailure.local(
          e.exitCode(),
          e.code(),
          e.sentence(),
          Stream.concat(
                  e.remedies().stream(),
                  Stream.of("read it from here: --user USER --password-file FILE"))
              .toList());
    }
  }

  private static String path(Kind kind) {
    return kind == Kind.ANALYSIS ? "/binlog-analyses" : "/simulations";
  }

  private static String path(BinlogReadingView reading) {
    return ControllerClient.path(path(reading.kind()) + "/{}", reading.id());
  }

  /**
   * Has the binlogs read, and waits until they are. Who interrupts it does not stop that.
   *
   * @throws CommandFailure when it does not succeed
   */
  Answer read(Kind kind, Body body) {
    Answer begun = controller.post(path(kind), body);
    BinlogReadingView reading = begun.as(BinlogReadingView.class);
    say(
        "The controller reads the binlogs of %s; \"tutti binlog show %s\" has what comes out"
            .formatted(reading.instance(), reading.id()));
    return follow(begun);
  }

  /**
   * Waits until one is at its end.
   *
   * @throws CommandFailure when it does not succeed
   */
  Answer follow(Answer first) {
    Answer answer = first;
    BinlogReadingView reading = answer.as(BinlogReadingView.class);
    Instant saidAt = Instant.now();
    while (reading.state() == State.RUNNING) {
      pause();
      answer = controller.get(path(reading));
      reading = answer.as(BinlogReadingView.class);
      if (saidAt.plus(SAID_EVERY).isBefore(Instant.now())) {
        say(ReadingPage.sentence(reading.progress()));
        saidAt = Instant.now();
      }
    }
    if (reading.state() != State.SUCCEEDED) {
      throw failure(reading);
    }
    return answer;
  }

  /** Progress is for whoever looks on: it never gets into a document. */
  private void say(String sentence) {
    tutti.screen().err().println(sentence);
  }

  private static void pause() {
    try {
      Thread.sleep(ASKED_EVERY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.local(
          ExitCode.FAILED, "INTERRUPTED", "Waiting was interrupted.", List.of());
    }
  }

  private static CommandFailure failure(BinlogReadingView reading) {
    Optional<TroubleView> trouble = reading.trouble();
    return CommandFailure.local(
        ExitCode.FAILED,
        trouble.map(TroubleView::code).orElse("READING_CANCELLED"),
        trouble
            .map(each ->
                "The binlogs of %s were not read: %s."
                    .formatted(reading.instance(), each.observed()))
            .orElseGet(() -> "Reading %s was cancelled.".formatted(reading.instance())),
        trouble.map(each -> List.of(each.remedy())).orElse(List.of()));
  }

  /** All that the controller knows of, the newest first. */
  Answer list() {
    List<Json> items =
        Stream.of(Kind.values())
            .flatMap(kind -> controller.get(path(kind)).json().at("items").items().stream())
            .sorted(Comparator.comparing((Json each) -> each.text("id").orElse("")).reversed())
            .toList();
    return Answer.ofItems(items);
  }

  /**
   * @throws CommandFailure when there is none
   */
  Answer find(String id) {
    return controller.get(path(require(id)));
  }

  Answer cancel(String id) {
    return controller.post(path(require(id)) + ":cancel");
  }

  private BinlogReadingView require(String id) {
    return list().items(BinlogReadingView.class).stream()
        .filter(reading -> reading.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            CommandFailure.local(
                ExitCode.FAILED,
                "UNKNOWN_READING",
                "The controller knows of no reading %s.".formatted(id),
                List.of("\"tutti binlog list\" shows those that there are")));
  }
}
