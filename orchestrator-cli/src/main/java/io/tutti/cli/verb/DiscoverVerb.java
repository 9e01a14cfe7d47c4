package io.tutti.cli.verb;

import io.tutti.api.DiscoveryBody;
import io.tutti.api.DiscoveryView;
import io.tutti.api.DiscoveryView.FailedInstance;
import io.tutti.api.InstanceView.FailureView;
import io.tutti.api.KnownView.KeysView;
import io.tutti.api.ShownView;
import io.tutti.api.TrustBody;
import io.tutti.cli.render.ActCommand;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tutti discover}. */
@Command(
    name = "discover",
    header = "Finds a server and all that replicate with it.",
    description = {
      "The servers are watched from then on. One address is enough: sources and "
          + "replicas are followed.",
      "The server that you name is trusted with the password, by the key that it "
          + "shows now. Others that want it, and show another key, wait until you trust "
          + "them, too.",
      "Others that need no key are read with hashed passwords. Until somebody trusts them they are"
          + " not promoted, and given no password of replicas."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti discover db1:3306",
      "  tutti discover db1:3306 --trust      and trusts all that it leads to and that show a key",
      "  tutti discover db1:3306 --trust-without-key   and the others, by their addresses alone",
      "  tutti discover db1:3306 db9:3306     one server of each topology",
      "  tutti discover -f seeds.csv          what came of each, in a table",
      "  tutti discover [2001:db8::7]:3307 --json"
    })
public final class DiscoverVerb extends ClientVerb {
  @Parameters(
      arity = "0..*",
      paramLabel = "HOST:PORT",
      description = "Any server of the topology; of several topologies one each.")
  private List<String> addresses = List.of();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description =
          "A file of servers, each line HOST:PORT or HOST,PORT. What came of each is a line; one that"
              + " is refused keeps no other from being found.")
  private @Nullable Path file;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--trust",
      description =
          "Trust the servers that it leads to by the keys that they show now; not one that shows"
              + " none.")
  private boolean trust;

  @Option(
      names = "--trust-without-key",
      description =
          "Trust also those that show no key, by their addresses alone: you vouch for whatever"
              + " answers there.")
  private boolean trustWithoutKey;

  public DiscoverVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  public Integer call() {
    List<InstanceAddress> wanted = named();
    if (file != null) {
      wanted.addAll(SeedFile.read(file));
    }
    if (wanted.isEmpty()) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "HOST:PORT is missing.");
    }
    if (file == null && wanted.size() == 1) {
      return super.call();
    }
    ControllerClient controller = tutti().controller();
    return new ManyDiscoveries(tutti(), address -> found(controller, address)).run(wanted);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return found(controller, named().getFirst());
  }

  /** Picocli takes a value of a list that cannot be converted for one too many. */
  private List<InstanceAddress> named() {
    List<InstanceAddress> named = new ArrayList<>();
    for (String address : addresses) {
      try {
        named.add(InstanceAddress.parse(address));
      } catch (IllegalArgumentException e) {
        throw new ParameterException(
            Objects.requireNonNull(spec).commandLine(), "HOST:PORT: " + e.getMessage());
      }
    }
    return named;
  }

  private Answer found(ControllerClient controller, InstanceAddress address) {
    Answer answer = discover(controller, address);
    Set<String> seen = new HashSet<>();
    while (trusts()) {
      List<String> waiting =
          notTrusted(answer.as(DiscoveryView.class)).stream().filter(seen::add).toList();
      if (waiting.isEmpty()) {
        return answer;
      }
      waiting.forEach(name -> trust(controller, name));
      answer = discover(controller, address);
    }
    return answer;
  }

  private boolean trusts() {
    return trust || trustWithoutKey;
  }

  private void trust(ControllerClient controller, String name) {
    String path = ControllerClient.path("/trust/{}", name);
    if (trustWithoutKey || hasKey(controller.get(path).as(ShownView.class).shows())) {
      controller.post(path, TrustBody.NONE);
    }
  }

  private static boolean hasKey(KeysView shown) {
    return shown.publicKey().isPresent() || shown.certificate().isPresent();
  }

  private static Answer discover(ControllerClient controller, InstanceAddress address) {
    return controller.post(
        "/discoveries",
        new DiscoveryBody(Optional.empty(), Optional.empty(), Optional.of(address.toString())));
  }

  /** Those which nobody trusts yet, whether they could be read or not. */
  private static List<String> notTrusted(DiscoveryView found) {
    return Stream.concat(waiting(found).stream(), found.untrusted().stream()).toList();
  }

  /** Those which want the password, and are not trusted yet. */
  private static List<String> waiting(DiscoveryView found) {
    return found.failed().stream()
        .filter(each -> each.failure().code().equals("SERVER_UNTRUSTED"))
        .map(each -> each.address())
        .toList();
  }

  @Override
  List<Line> show(Answer answer) {
    DiscoveryView found = answer.as(DiscoveryView.class);
    List<String> reached = found.reached();
    List<FailedInstance> failed = found.failed();
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("%d found in cluster ".formatted(reached.size()))
            .plus(found.cluster().orElse("?"), Tone.STRONG)
            .plus(" in %s ms".formatted(found.tookMillis()), Tone.DIM));
    reached.forEach(name -> lines.add(Line.of("  " + name)));
    if (!failed.isEmpty()) {
      lines.add(Line.of("%d could not be read".formatted(failed.size()), Tone.BAD));
      failed.forEach(each -> lines.addAll(failure(each)));
    }
    if (!waiting(found).isEmpty()) {
      lines.add(
          Line.of(
              "To trust all of them by what they show now: tutti discover %s --trust"
                  .formatted(addresses.getFirst()),
              Tone.WARN));
    }
    lines.addAll(untrusted(found));
    return lines;
  }

  /** Who was read, and what it costs that nobody has trusted them. */
  private List<Line> untrusted(DiscoveryView found) {
    List<String> names = found.untrusted();
    if (names.isEmpty()) {
      return List.of();
    }
    boolean isOne = names.size() == 1;
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of(
            trusts()
                ? "Not trusted, as %s no key:".formatted(isOne ? "it shows" : "they show")
                : "Not trusted, as only other servers named %s:".formatted(isOne ? "it" : "them"),
            Tone.WARN));
    names.forEach(name -> lines.add(Line.of("  " + name)));
    lines.add(
        Line.of(
            "%s not promoted, and given no password of replicas, until you run: %s"
                .formatted(
                    isOne ? "It is" : "They are",
                    isOne
                        ? "tutti trust " + names.getFirst()
                        : "tutti trust --cluster " + found.cluster().orElse(found.seed())),
            Tone.WARN));
    return lines;
  }

  private static List<Line> failure(FailedInstance failed) {
    FailureView failure = failed.failure();
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("  " + failed.address() + "  ")
            .plus(failure.code(), Tone.BAD)
            .plus("  " + failure.observed()));
    failure
        .remedies()
        .forEach(remedy -> lines.add(Line.of("    remedy: " + ActCommand.said(remedy), Tone.DIM)));
    return lines;
  }
}
