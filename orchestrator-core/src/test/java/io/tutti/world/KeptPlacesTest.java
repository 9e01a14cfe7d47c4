package io.tutti.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.topology.Cluster;
import io.tutti.topology.Tag;
import io.tutti.topology.TagNote;
import io.tutti.topology.Tagging;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeptPlacesTest {
  private static final InstanceAddress OLD = InstanceAddress.parse("a:1");
  private static final InstanceAddress NEXT = InstanceAddress.parse("b:1");

  private final KeptLabels labels = new KeptLabels(new LabelsInMemory(), new SimulatedTime());
  private final Map<InstanceAddress, String> names = new HashMap<>();
  private final List<InstanceAddress> readAgain = new ArrayList<>();
  private States[] servers = {States.of("a:1"), States.of("b:1").replicatesFrom("a:1")};

  private final KeptPlaces places =
      new KeptPlaces(
          this::now,
          new KeptPlaces.Clusters() {
            @Override
            public void giveName(String name, InstanceAddress to) {
              names.values().removeIf(name::equals);
              now().clusterOf(to).orElseThrow().members().forEach(each -> names.put(each, name));
            }

            @Override
            public void readAgain(InstanceAddress server) {
              readAgain.add(server);
            }
          },
          labels,
          Set.of("role"));

  private TopologySnapshot now() {
    return TopologySnapshot.of(
        States.NOW, Arrays.stream(servers).map(States::reached).toList(), Map.of(), names);
  }

  private Places.Place place() {
    return places.of(now(), now().clusterOf(OLD).orElseThrow(), OLD);
  }

  private void tag(InstanceAddress server, String tag) {
    labels.tag(server, new Tagging(Tag.parse(tag), TagNote.NONE));
  }

  private String clusterOf(InstanceAddress server) {
    return now().clusterOf(server).map(Cluster::name).orElseThrow();
  }

  @Test
  void whatGoesByThePlaceGoesByWhoHasIt() {
    names.put(OLD, "shop:1");
    labels.giveAlias("billing", "shop:1");
    tag(OLD, "role=writer");
    tag(OLD, "rack=a4");
    Places.Place place = place();
    servers = new States[] {States.of("a:1").writable(), States.of("b:1")};

    assertThat(places.missing(place, NEXT)).isPresent();
    places.give(place, NEXT);

    assertThat(places.missing(place, NEXT)).isEmpty();
    assertThat(clusterOf(NEXT)).isEqualTo("shop:1");
    assertThat(clusterOf(OLD)).isEqualTo("a:1");
    assertThat(labels.aliases().find(now(), "billing")).isEqualTo(now().clusterOf(NEXT));
    assertThat(labels.aliases().means(now(), "a:1", now().clusterOf(NEXT).orElseThrow())).isTrue();
    assertThat(labels.tagsOf(NEXT)).isEqualTo(Map.of("role", "writer"));
    assertThat(labels.tagsOf(OLD)).isEqualTo(Map.of("rack", "a4"));
  }

  /** They were given to it by another name of its cluster, which only its address has now. */
  @Test
  void anAliasThatMeantTheFormerByItsAddressMeansTheCluster() {
    names.put(OLD, "shop:1");
    labels.giveAlias("billing", "a:1");
    Places.Place place = place();
    servers = new States[] {States.of("a:1"), States.of("b:1")};

    places.give(place, NEXT);

    assertThat(place.aliases()).containsExactly("billing");
    assertThat(labels.aliases().find(now(), "billing")).isEqualTo(now().clusterOf(NEXT));
  }

  /** Its last reading says that it still replicates from the former. */
  @Test
  void nothingIsGivenBeforeTheNewOneWasReadAgain() {
    names.put(OLD, "shop:1");
    names.put(NEXT, "shop:1");
    Places.Place place = place();

    places.give(place, NEXT);

    assertThat(readAgain).containsExactly(NEXT);
    assertThat(places.missing(place, NEXT).orElseThrow()).contains("was not read yet");
    assertThat(labels.aliases().places()).isEmpty();
  }

  @Test
  void aFormerSourceThatFollowsIsInTheSameCluster() {
    names.put(OLD, "shop:1");
    names.put(NEXT, "shop:1");
    Places.Place place = place();
    servers = new States[] {States.of("a:1").replicatesFrom("b:1"), States.of("b:1").writable()};

    places.give(place, NEXT);

    assertThat(places.missing(place, NEXT)).isEmpty();
    assertThat(clusterOf(OLD)).isEqualTo("shop:1");
  }
}
