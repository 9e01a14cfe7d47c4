package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.plan.Kind;
import io.tutti.plan.Kinds;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.StepProgress;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of record that any capability's plans are made of. */
class PlanKindsTest {
  private static final Path FORMS =
      Path.of("src/test/resources/io/tutti/store/jdbc/plan-kinds.txt");
  private static final Kinds KINDS = new SimulatedCluster(Naming.UUIDS).capabilities().kinds();

  private final PlanDocuments documents = new PlanDocuments(KINDS);

  static Stream<Kind> kinds() {
    return KINDS.all().stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void isReadAsItWasWritten(Kind kind) {
    for (boolean isFull : new boolean[] {true, false}) {
      Record sample = new Samples(KINDS, isFull).of(kind.type());
      Goal goal = new Goal("kind", "db7:3306", sample);
      PlannedStep step =
          PlannedStep.of("kind", InstanceAddress.parse("db7:3306"), "it", sample, "do it")
              .withSeen(sample);
      StepProgress progress = StepProgress.PENDING.running(sample);

      assertThat(documents.read(documents.write(goal), Goal.class)).isEqualTo(goal);
      assertThat(documents.read(documents.write(step), PlannedStep.class)).isEqualTo(step);
      assertThat(documents.read(documents.write(progress), StepProgress.class)).isEqualTo(progress);
    }
  }

  /** What writes them is made before anything is written, and writes the same. */
  @Test
  void isWrittenAlikeWhereThatWasPrepared() {
    PlanDocuments prepared = new PlanDocuments(KINDS);
    prepared.prepare(List.of(Goal.class, StepProgress.class));

    assertThat(kinds().map(kind -> new Samples(KINDS, true).of(kind.type())))
        .isNotEmpty()
        .allSatisfy(sample ->
            assertThat(prepared.write(StepProgress.PENDING.running(sample)))
                .isEqualTo(documents.write(StepProgress.PENDING.running(sample))));
  }

  /**
   * Journals of earlier releases look like this. Who changes a line of what was released raises the
   * version of the kind.
   */
  @Test
  void theFormsAreThese() throws IOException {
    String forms =
        kinds()
            .map(kind -> new Samples(KINDS, true).of(kind.type()))
            .map(sample ->
                new String(
                        documents.write(StepProgress.PENDING.running(sample)),
                        StandardCharsets.UTF_8)
                    .replaceFirst("^\\{\"state\":\"RUNNING\",\"before\":", "")
                    .replaceFirst("}$", ""))
            .collect(Collectors.joining("\n", "", "\n"));
    if (Boolean.getBoolean("tutti.update-docs")) {
      Files.writeString(FORMS, forms);
    }
    assertThat(Files.readString(FORMS))
        .as(FORMS + " is written anew by -Dtest.jvm.options=-Dtutti.update-docs=true")
        .isEqualTo(forms);
  }
}
