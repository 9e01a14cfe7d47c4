package io.tutti.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.OperationView.EventView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final Progress progress = new Progress();
  private final List<String> printed = new ArrayList<>();
  private int number;

  private void happens(int second, String state, String step, String stepState, String message) {
    number++;
    EventView event =
        new EventView(
            number,
            Instant.ofEpochSecond(second),
            state,
            false,
            Optional.of(step).filter(text -> !text.isEmpty()),
            Optional.of(stepState).filter(text -> !text.isEmpty()),
            message,
            50);
    progress.lines(event).stream()
        .map(Line::plain)
        .map(line -> line.replaceFirst("^\\d\\d:\\d\\d:(\\d\\d)\\S+ +50% ", "$1 "))
        .forEach(printed::add);
  }

  @Test
  void saysEachStepOnceAndBelowItWhatCameOfIt() {
    happens(0, "PLANNED", "", "", "Planned.");
    happens(1, "RUNNING", "", "", "The plan is still right.");
    happens(1, "RUNNING", "set x=1", "RUNNING", "It is about to run.");
    happens(2, "RUNNING", "set x=1", "DONE", "Set.");
    happens(2, "RUNNING", "watch it", "RUNNING", "It is about to run.");
    happens(3, "RUNNING", "watch it", "RUNNING", "lag 0.0 s");
    happens(4, "RUNNING", "watch it", "RUNNING", "lag 0.0 s");
    happens(66, "RUNNING", "watch it", "DONE", "It applies.");
    happens(66, "SUCCEEDED", "", "", "All is as wanted.");

    assertThat(printed.stream().map(String::strip))
        .containsExactly(
            "00 PLANNED  Planned.",
            "01 RUNNING  The plan is still right.",
            "01 set x=1",
            "Set.",
            "02 watch it",
            "lag 0.0 s",
            "It applies. (1 min 04 s)",
            "06 SUCCEEDED  All is as wanted.");
  }

  @Test
  void saysOfWhichStepItIsWhereSeveralAreDoneAtOnce() {
    happens(0, "RUNNING", "follow a", "RUNNING", "It is about to run.");
    happens(0, "RUNNING", "follow b", "RUNNING", "It is about to run.");
    happens(1, "RUNNING", "follow a", "DONE", "It follows.");
    happens(2, "RUNNING", "follow b", "DONE", "It follows now.");

    assertThat(printed.stream().map(String::strip))
        .containsExactly("00 follow a", "00 follow b", "follow a: It follows.", "It follows now.");
  }

  @Test
  void saysThatAStepIsUndone() {
    happens(0, "RUNNING", "set x=1", "RUNNING", "It is about to run.");
    happens(1, "UNDOING", "set x=1", "UNDOING", "It is about to be undone.");
    happens(2, "UNDOING", "set x=1", "UNDONE", "The server is as it was before.");

    assertThat(printed.stream().map(String::strip))
        .containsExactly("00 set x=1", "01 undo: set x=1", "The server is as it was before.");
  }
}
