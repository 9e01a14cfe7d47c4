package io.tutti.cli.verb;

import io.tutti.api.GrantsView;
import io.tutti.api.GrantsView.StatementView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.error.ShownText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tutti grants}. */
@Command(
    name = "grants",
    header = "Prints the statements that create Tutti's account.",
    description =
        "Each comes with its reason. Run them on each server; nothing is run by this " + "command.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti grants --flavor mysql-8.0 --host 10.0.0.5",
      "  tutti grants --flavor mariadb-10 --version 10.1.8 --monitor",
      "  tutti grants --flavor mysql-8.4 --password-file /etc/tutti/password | mysql -h db1 -p"
    })
public final class GrantsVerb extends ClientVerb {
  @Option(
      names = "--flavor",
      required = true,
      paramLabel = "FLAVOR",
      description = "What the servers are, as \"tutti flavors\" lists it: mysql-8.0.")
  private @Nullable String flavor;

  @Option(
      names = "--version",
      paramLabel = "VERSION",
      description =
          "Their release, as SELECT @@version prints it. Without it: the newest of the flavor.")
  private @Nullable String version;

  @ArgGroup(exclusive = true)
  private Purpose purpose = new Purpose();

  /** At most one of them. */
  static final class Purpose {
    @Option(
        names = "--operate",
        description = "The privileges for all that Tutti does. This is the default.")
    private boolean operate;

    @Option(names = "--monitor", description = "Only the privileges for watching.")
    private boolean monitor;
  }

  @Option(
      names = "--user",
      defaultValue = "tutti",
      paramLabel = "NAME",
      description = "The account's name. Default ${DEFAULT-VALUE}.")
  private String user = "tutti";

  @Option(
      names = "--host",
      defaultValue = "%",
      paramLabel = "HOST",
      description = "Where the controller connects from. Default ${DEFAULT-VALUE}: anywhere.")
  private String host = "%";

  @Option(names = "--existing", description = "The account exists: print no CREATE USER.")
  private boolean existing;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description =
          "Its first line is used as the password. Without it " + GrantsView.PASSWORD + " is.")
  private @Nullable Path passwordFile;

  public GrantsVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    if (passwordFile != null && (existing || tutti().output().isDocument())) {
      String other = existing ? "--existing" : "--json";
      throw CommandFailure.local(
          ExitCode.USAGE,
          "USAGE",
          "What %s prints has no password in it, so --password-file has no meaning there."
              .formatted(other),
          List.of("leave out %s or --password-file".formatted(other)));
    }
    StringBuilder path = new StringBuilder("/grants");
    path.append(ControllerClient.path("?flavor={}", Objects.requireNonNull(flavor)));
    if (version != null) {
      path.append(ControllerClient.path("&version={}", version));
    }
    path.append(ControllerClient.path("&user={}", user));
    path.append(ControllerClient.path("&host={}", host));
    path.append("&monitor=").append(purpose.monitor);
    return controller.get(path.append(existing ? "&existing=true" : "").toString());
  }

  @Override
  List<Line> show(Answer answer) {
    GrantsView grants = answer.as(GrantsView.class);
    String password = passwordFile == null ? "" : password(passwordFile);
    List<Line> lines = new ArrayList<>();
    lines.add(
        comment(
            "The controller's account on %s, release %s, %s. Run this on each server."
                .formatted(
                    grants.flavor(),
                    grants.version(),
                    purpose.monitor ? "only for watching" : "for watching and operating")));
    if (password.isEmpty() && !existing) {
      lines.add(comment("Put a password in place of %s.".formatted(GrantsView.PASSWORD)));
    }
    grants.statements().forEach(each -> lines.add(statement(each, password)));
    if (!grants.sometimes().isEmpty()) {
      lines.add(comment("Only where it is wanted:"));
      grants.sometimes().forEach(each -> lines.add(commented(each)));
    }
    if (!grants.replication().isEmpty()) {
      lines.add(comment("Another account, with which replicas connect to their source,"));
      lines.add(comment("if there is none yet. On the source only: replicas get it from there."));
      grants.replication().forEach(each -> lines.add(commented(each)));
    }
    return lines;
  }

  private static Line comment(String text) {
    return Line.of("-- " + text, Tone.DIM);
  }

  private static Line commented(StatementView statement) {
    return comment(statement.sql() + ";  -- " + statement.why());
  }

  private static Line statement(StatementView statement, String password) {
    String sql =
        password.isEmpty()
            ? statement.sql()
            : statement
                .sql()
                .replace("'" + GrantsView.PASSWORD + "'", "'" + escaped(password) + "'");
    return Line.of(sql + ";").plus("  -- " + statement.why(), Tone.DIM);
  }

  private static String escaped(String password) {
    return password.replace("\\", "\\\\").replace("'", "''");
  }

  /** What could not be printed as it is would make another password. */
  private static String password(Path file) {
    String password;
    try (var lines = Files.lines(file)) {
      password = lines.findFirst().orElse("");
    } catch (IOException | java.io.UncheckedIOException e) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "PASSWORD_FILE",
          "The password file %s cannot be read: %s.".formatted(file, e),
          List.of("name a text file that you may read"));
    }
    if (password.isBlank() || !ShownText.of(password).equals(password)) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "PASSWORD_FILE",
          "The first line of %s is empty, or has characters that cannot be printed."
              .formatted(file),
          List.of("choose a password of letters, digits and signs"));
    }
    return password;
  }
}
