package io.tutti.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.topology.Tag;
import io.tutti.topology.TagNote;
import io.tutti.topology.Tagging;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeptLabelsTest {
  private static final InstanceAddress SERVER = InstanceAddress.parse("a:1");

  private final SimulatedTime time = new SimulatedTime();
  private final LabelsInMemory stored = new LabelsInMemory();
  private final KeptLabels labels = new KeptLabels(stored, time);

  private Tagging tagging(String text, Optional<Instant> until) {
    return new Tagging(
        Tag.parse(text), new TagNote(Optional.of("ada"), Optional.of("new disk"), until));
  }

  @Test
  void aTagIsThereUntilItsEndAndNotAMomentLonger() {
    Duration hour = Duration.ofHours(1);
    Tagging ending = tagging("promotion=must_not", Optional.of(time.instant().plus(hour)));
    labels.tag(SERVER, ending);
    labels.tag(SERVER, tagging("dc=fra1", Optional.empty()));

    time.tick(hour.minusNanos(1));
    assertThat(labels.tagsOf(SERVER)).isEqualTo(Map.of("promotion", "must_not", "dc", "fra1"));
    assertThat(labels.taggingsOf(SERVER)).contains(ending);

    time.tick(Duration.ofNanos(1));
    assertThat(labels.tagsOf(SERVER)).isEqualTo(Map.of("dc", "fra1"));
    assertThat(labels.taggingsOf(SERVER)).doesNotContain(ending);
  }

  @Test
  void aStoredTagThatHasEndedIsNotRead() {
    stored.saveTag(SERVER, tagging("env=prod", Optional.of(time.instant())));
    stored.saveTag(SERVER, new Tagging(Tag.parse("rack=a4"), TagNote.NONE));

    assertThat(labels.tagsOf(SERVER)).isEqualTo(Map.of("rack", "a4"));
  }

  @Test
  void aTagThatHasEndedCanBeSetAgain() {
    labels.tag(SERVER, tagging("env=prod", Optional.of(time.instant())));
    labels.tag(SERVER, tagging("env=test", Optional.empty()));

    assertThat(labels.tagsOf(SERVER)).isEqualTo(Map.of("env", "test"));
  }
}
