package io.tutti.cli.verb;

import io.tutti.api.ChannelView;
import io.tutti.api.InstanceView;
import io.tutti.api.InstanceView.Contact;
import io.tutti.api.TopologyView;
import io.tutti.cli.render.InstanceList;
import io.tutti.cli.render.InstanceStatus;
import io.tutti.cli.render.Listing;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti instances}. */
@Command(
    name = "instances",
    header = "Lists servers: all, or those of a cluster or a role.",
    description = "With -o name it prints their addresses, one on each line, for scripts.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti instances",
      "  tutti instances db1:3306 --role replica -o name",
      "  tutti instances --replicas-of db1:3306 -o name",
      "  tutti instances --sources-of db2:3306 -o name",
      "  tutti instances --trouble"
    })
public final class InstancesVerb extends ListVerb<InstanceView> {
  /** What a server is to others, as people say it. */
  enum Part {
    SOURCE,
    INTERMEDIATE,
    REPLICA;

    boolean isOf(InstanceView instance) {
      return switch (instance.role()) {
        case SOURCE -> this == SOURCE;
        case INTERMEDIATE_SOURCE -> this == INTERMEDIATE;
        case REPLICA -> this == REPLICA;
        default -> false;
      };
    }
  }

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "CLUSTER",
      description = "Its name, or an instance of it. All clusters when left out.")
  private @Nullable String cluster;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "Only those that are a source, an intermediate (source) or a replica.")
  private @Nullable Part role;

  @Option(
      names = "--replicas-of",
      paramLabel = "HOST:PORT",
      description = "Only those that replicate from this instance.")
  private @Nullable InstanceAddress source;

  @Option(
      names = "--sources-of",
      paramLabel = "HOST:PORT",
      description = "Only those that this instance replicates from.")
  private @Nullable InstanceAddress replica;

  @Option(
      names = "--trouble",
      description = "Only those that were not reached, or whose replication is not in order.")
  private boolean trouble;

  public InstancesVerb(TuttiCommand tutti) {
    super(tutti, InstanceView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    Optional<Set<String>> members =
        Optional.ofNullable(cluster).map(name -> members(controller, name));
    List<Json> known = controller.get("/instances").json().at("items").items();
    Set<String> sources = sources(known);
    return Answer.ofItems(
        known.stream()
            .filter(each -> {
              InstanceView instance = each.as(InstanceView.class);
              return members.filter(names -> !names.contains(instance.address())).isEmpty()
                  && (role == null || role.isOf(instance))
                  && (source == null || replicatesFrom(instance, named(known, source)))
                  && (replica == null || names(instance).anyMatch(sources::contains))
                  && (!trouble || isInTrouble(instance));
            })
            .toList());
  }

  private static Set<String> members(ControllerClient controller, String cluster) {
    return controller
        .get(ControllerClient.path("/clusters/{}/topology", cluster))
        .as(TopologyView.class)
        .instances()
        .stream()
        .map(InstanceView::address)
        .collect(Collectors.toSet());
  }

  private static Stream<String> names(InstanceView instance) {
    return Stream.concat(Stream.of(instance.address()), instance.aliases().stream());
  }

  /** All names of the instance of that name. */
  private static Set<String> named(List<Json> known, InstanceAddress address) {
    return known.stream()
        .map(each -> each.as(InstanceView.class))
        .filter(each -> names(each).anyMatch(address.toString()::equals))
        .flatMap(InstancesVerb::names)
        .collect(Collectors.toSet());
  }

  private Set<String> sources(List<Json> known) {
    if (replica == null) {
      return Set.of();
    }
    Set<String> wanted = named(known, Objects.requireNonNull(replica));
    return known.stream()
        .map(each -> each.as(InstanceView.class))
        .filter(each -> wanted.contains(each.address()))
        .flatMap(each -> each.channels().stream())
        .map(ChannelView::source)
        .collect(Collectors.toSet());
  }

  private static boolean replicatesFrom(InstanceView instance, Set<String> source) {
    return instance.channels().stream().map(ChannelView::source).anyMatch(source::contains);
  }

  private static boolean isInTrouble(InstanceView instance) {
    return instance.contact() != Contact.REACHED || !InstanceStatus.isInOrder(instance);
  }

  @Override
  Listing<InstanceView> listing() {
    return new InstanceList(tutti().screen().glyphs(), Instant.now()).listing();
  }
}
