package io.tutti.cli.verb;

import io.tutti.api.KnownView;
import io.tutti.api.KnownView.KeysView;
import io.tutti.api.MemberTrustView;
import io.tutti.api.ShownView;
import io.tutti.api.TrustBody;
import io.tutti.api.TrustedView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Listing;
import io.tutti.cli.render.Times;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti trust}. */
@Command(
    name = "trust",
    header = "Trusts a server with the controller's password.",
    description =
        "It is trusted by the key or certificate that it shows now, and must show the same from"
            + " then on. Without an address, it lists the trusted servers. A server that you name"
            + " in tutti discover is trusted, too.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti trust                            which servers are trusted",
      "  tutti trust db2:3306 --show            what it shows now, and what is known",
      "  tutti trust db2:3306                   trusts it by what it shows now",
      "  tutti trust db2:3306 --fingerprint SHA256:4f1c…   only if it shows that",
      "  tutti trust db2:3306 --remove          stops trusting it",
      "  tutti trust --cluster db1:3306 --show   what the servers of a cluster show now",
      "  tutti trust --cluster db1:3306         trusts all of them",
      "",
      "The fingerprint, on the server itself:",
      "  openssl pkey -pubin -in DATADIR/public_key.pem -outform DER | sha256sum",
      "  openssl x509 -in DATADIR/ca.pem -outform DER | sha256sum      with TLS"
    })
public final class TrustVerb extends ClientVerb {
  @Parameters(index = "0", arity = "0..1", paramLabel = "HOST:PORT", description = "The server.")
  private @Nullable InstanceAddress address;

  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description =
          "All servers of a cluster that nobody has trusted yet. It shows them, and asks first.")
  private @Nullable String cluster;

  @Mixin private Confirmation confirmation = new Confirmation();

  @ArgGroup(exclusive = true)
  private Choice choice = new Choice();

  /** At most one of them. */
  static final class Choice {
    @Option(names = "--show", description = "Only show what it shows now.")
    private boolean show;

    @Option(
        names = "--fingerprint",
        paramLabel = "SHA256:HEX",
        description = "Trust it only if its key or certificate has this fingerprint.")
    private @Nullable String fingerprint;

    @Option(names = "--remove", description = "Stop trusting it.")
    private boolean remove;
  }

  public TrustVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    if (cluster != null) {
      return ofCluster(cluster, controller);
    }
    if (address == null) {
      return controller.get("/trust");
    }
    String path = ControllerClient.path("/trust/{}", address.toString());
    if (choice.show) {
      return controller.get(path);
    }
    return choice.remove
        ? controller.delete(path)
        : controller.post(path, new TrustBody(Optional.ofNullable(choice.fingerprint)));
  }

  private Answer ofCluster(String name, ControllerClient controller) {
    if (address != null || choice.remove || choice.fingerprint != null) {
      throw CommandFailure.local(
          ExitCode.USAGE,
          "USAGE",
          "--cluster is for all servers of a cluster, and goes with --show only.",
          List.of("name one server, or only the cluster"));
    }
    ClusterTrust trust = new ClusterTrust(tutti(), confirmation, name);
    return choice.show ? trust.look(controller) : trust.trust(controller);
  }

  @Override
  List<Line> show(Answer answer) {
    if (cluster != null) {
      return ClusterTrust.lines(answer.items(MemberTrustView.class));
    }
    if (address == null) {
      return list(answer.items(KnownView.class));
    }
    String name = address.toString();
    if (choice.show) {
      return compared(name, answer.as(ShownView.class));
    }
    return choice.remove
        ? List.of(Line.of(name + " is no longer trusted: it gets hashed passwords only."))
        : trusted(name, answer.as(TrustedView.class));
  }

  private List<Line> list(List<KnownView> known) {
    return Listing.<KnownView>orElse(
            "No server is trusted yet. \"tutti discover HOST:PORT\" trusts one.")
        .column("INSTANCE", each -> Line.of(each.address(), Tone.STRONG))
        .column("SINCE", each -> Line.of(Times.second(each.since()), Tone.DIM))
        .text("BY", KnownView::by)
        .text("TRUSTED", KnownView::reason)
        .column("KEYS", each -> Line.of(keys(each.keys()), Tone.DIM))
        .lines(known, tutti().output().extent());
  }

  private static List<Line> compared(String name, ShownView answer) {
    List<Line> lines = new ArrayList<>();
    lines.add(Line.of("%s shows %s".formatted(name, keys(answer.shows()))));
    lines.add(
        answer
            .known()
            .map(known ->
                Line.of(
                    "Known since %s: %s"
                        .formatted(Times.second(known.since()), keys(known.keys()))))
            .orElse(Line.of("It is not trusted.", Tone.WARN)));
    return lines;
  }

  private static List<Line> trusted(String name, TrustedView answer) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("%s is trusted".formatted(name), Tone.GOOD)
            .plus(": it shows " + keys(answer.known().keys())));
    if (answer.reached().equals(Optional.of(false))) {
      lines.add(Line.of("It still could not be read: tutti instance " + name, Tone.WARN));
    }
    return lines;
  }

  static String keys(KeysView keys) {
    List<String> parts = new ArrayList<>();
    keys.publicKey().ifPresent(key -> parts.add("RSA key " + key));
    keys.certificate().ifPresent(certificate -> parts.add("certificate " + certificate));
    return parts.isEmpty() ? "no key, as its account needs none" : String.join(", ", parts);
  }
}
