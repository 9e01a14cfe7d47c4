package io.tutti.cli.verb;

import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import io.tutti.model.InstanceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti trust}. */
@Command(
    name = "trust",
    description = {
      "Trusts a server with the controller's password, by the key or certificate that it shows now.",
      "From then on it must show the same. Without an address: lists the servers that are trusted.",
      "A server that a person names with discover is trusted by that."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti trust                            which servers are trusted",
      "  tutti trust db2:3306 --show            what it shows, beside what is known of it",
      "  tutti trust db2:3306                   trusts it by what it shows now",
      "  tutti trust db2:3306 --fingerprint SHA256:4f1c…   only if it shows that",
      "  tutti trust db2:3306 --remove          trusts it no longer",
      "",
      "The fingerprint, on the server itself:",
      "  openssl pkey -pubin -in DATADIR/public_key.pem -outform DER | sha256sum",
      "  openssl x509 -in DATADIR/ca.pem -outform DER | sha256sum      with TLS"
    })
public final class TrustVerb extends ClientVerb {
  @Parameters(index = "0", arity = "0..1", paramLabel = "HOST:PORT", description = "The server.")
  private @Nullable InstanceAddress address;

  @ArgGroup(exclusive = true)
  private Choice choice = new Choice();

  /** At most one of them. */
  static final class Choice {
    @Option(names = "--show", description = "Only show what it shows now.")
    private boolean show;

    @Option(
        names = "--fingerprint",
        paramLabel = "SHA256:HEX",
        description = "What its key or certificate must be.")
    private @Nullable String fingerprint;

    @Option(names = "--remove", description = "Trust it no longer.")
    private boolean remove;
  }

  public TrustVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    if (address == null) {
      return controller.get("/trust");
    }
    String path = ControllerClient.path("/trust/{}", address.toString());
    if (choice.show) {
      return controller.get(path);
    }
    return choice.remove
        ? controller.delete(path)
        : controller.post(
            path,
            Optional.ofNullable(choice.fingerprint)
                .<Map<String, Object>>map(wanted -> Map.of("fingerprint", wanted))
                .orElse(Map.of()));
  }

  @Override
  List<Line> show(Json answer) {
    if (address == null) {
      return list(answer.at("items").items());
    }
    String name = address.toString();
    if (choice.show) {
      return compared(name, answer);
    }
    return choice.remove
        ? List.of(Line.of(name + " is trusted no longer: it is given scrambles only."))
        : trusted(name, answer);
  }

  private static List<Line> list(List<Json> known) {
    if (known.isEmpty()) {
      return List.of(Line.of("No server is trusted yet. \"tutti discover HOST:PORT\" trusts one."));
    }
    List<Line> lines = new ArrayList<>();
    for (Json each : known) {
      lines.add(
          Line.of(each.textOr("address", "?"), Tone.STRONG)
              .plus(
                  "  %s since %s by %s"
                      .formatted(
                          each.textOr("reason", "?"),
                          each.textOr("since", "?"),
                          each.textOr("by", "?")))
              .plus("  " + keys(each.at("keys")), Tone.DIM));
    }
    return lines;
  }

  private static List<Line> compared(String name, Json answer) {
    List<Line> lines = new ArrayList<>();
    lines.add(Line.of("%s shows %s".formatted(name, keys(answer.at("shows")))));
    String known = answer.at("known").textOr("reason", "");
    lines.add(
        known.isEmpty()
            ? Line.of("It is not trusted.", Tone.WARN)
            : Line.of(
                "Known since %s: %s"
                    .formatted(
                        answer.at("known").textOr("since", "?"),
                        keys(answer.at("known").at("keys")))));
    return lines;
  }

  private static List<Line> trusted(String name, Json answer) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("%s is trusted".formatted(name), Tone.GOOD)
            .plus(": it shows " + keys(answer.at("known").at("keys"))));
    if (answer.textOr("reached", "").equals("false")) {
      lines.add(Line.of("It still could not be read: tutti instance " + name, Tone.WARN));
    }
    return lines;
  }

  private static String keys(Json keys) {
    List<String> parts = new ArrayList<>();
    String key = keys.textOr("publicKey", "");
    String certificate = keys.textOr("certificate", "");
    if (!key.isEmpty()) {
      parts.add("RSA key " + key);
    }
    if (!certificate.isEmpty()) {
      parts.add("certificate " + certificate);
    }
    return parts.isEmpty() ? "no key, as its account needs none" : String.join(", ", parts);
  }
}
