package io.tutti.cli.verb;

import io.tutti.api.BinlogAnalysisView;
import io.tutti.api.BinlogReadingView;
import io.tutti.api.BinlogReadingView.Kind;
import io.tutti.binlog.analysis.BinlogAnalyzer;
import io.tutti.binlog.analysis.BinlogReport;
import io.tutti.binlog.file.BinlogTrouble;
import io.tutti.binlog.live.LiveLogs;
import io.tutti.binlogview.AnalysisViews;
import io.tutti.cli.render.BinlogHtml;
import io.tutti.cli.render.BinlogPage;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import io.tutti.model.InstanceAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti binlog analyze}. */
@Command(
    name = "analyze",
    header = "Shows what binlogs hold, and how parallel it can be applied.",
    description =
        "Files are binlogs or relay logs of MySQL 5.6 or newer or MariaDB 10.0 or newer, in the"
            + " order in which they were written. They are read, never changed. A running server is"
            + " asked for its binlogs as mysqlbinlog asks, with a bound on its load; by the"
            + " controller where no --user is given. What cannot be"
            + " read to its end is analyzed as far as it can be; the exit code is 1 then.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti binlog analyze /var/lib/mysql/binlog.000042",
      "  tutti binlog analyze --verify binlog.000041 binlog.000042",
      "  tutti binlog analyze --rows --html report.html binlog.000042",
      "  tutti binlog analyze --json binlog.000042",
      "  tutti binlog analyze db1:3306 --last 1h",
      "  tutti binlog analyze db1:3306 --last 1h --user repl --password-file password"
    })
final class BinlogAnalyzeVerb implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE|HOST:PORT",
      description = "The files, in the order in which they were written; or a running server.")
  private List<String> logs = new ArrayList<>();

  @Option(
      names = "--verify",
      description = "Compare the checksum of each event. It takes about half as long again.")
  private boolean isVerified;

  @Option(
      names = "--rows",
      description =
          "Look into rows, too: those that most transactions change, and tables without a key. It"
              + " takes longer.")
  private boolean hasRows;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description =
          "The keys of tables, as the query of `tutti binlog keys` gives them; with rows.")
  private Optional<Path> keys = Optional.empty();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a report with charts into this file, too, for a browser.")
  private Optional<Path> html = Optional.empty();

  @ArgGroup(exclusive = false, heading = "%nFor a running server:%n")
  private LiveOptions live = new LiveOptions();

  private final TuttiCommand tutti;

  BinlogAnalyzeVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    Optional<InstanceAddress> server = live.server(logs);
    if (server.isPresent() && live.isByController()) {
      return byController(server.get());
    }
    BinlogReport report = analyze(server);
    if (report.files().isEmpty()) {
      throw failure(report.troubles().getFirst());
    }
    BinlogAnalysisView analysis = AnalysisViews.of(report);
    html.ifPresent(file -> ReportFile.write(file, BinlogHtml.of(analysis)));
    return print(tutti, Json.answer(analysis), analysis);
  }

  private int byController(InstanceAddress server) {
    if (keys.isPresent()) {
      throw CommandFailure.local(
          ExitCode.USAGE,
          "USAGE",
          "The controller asks the server for the keys of tables; --keys is for files, or goes with"
              + " --user.",
          List.of("leave --keys out", "name an account: --user"));
    }
    Answer ended =
        ControllerReadings.of(tutti)
            .read(Kind.ANALYSIS, live.analysis(server, isVerified, looksIntoRows()));
    html.ifPresent(file -> ReportFile.write(file, BinlogHtml.of(analysis(ended))));
    return print(tutti, ended);
  }

  private static BinlogAnalysisView analysis(Answer ended) {
    return ended.as(BinlogReadingView.class).analysis().orElseThrow();
  }

  /** Prints what came out of a reading of the controller. */
  static int print(TuttiCommand tutti, Answer ended) {
    return print(tutti, ended.json().at("analysis").toString(), analysis(ended));
  }

  private static int print(TuttiCommand tutti, String document, BinlogAnalysisView analysis) {
    tutti
        .output()
        .print(
            document,
            () -> BinlogPage.of(analysis, tutti.screen().glyphs(), tutti.output().extent()));
    return analysis.complete() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private BinlogReport analyze(Optional<InstanceAddress> server) {
    try {
      return server.isPresent() ? ofServer(server.get()) : ofFiles();
    } catch (IOException e) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "BINLOG_UNREADABLE",
          "The files cannot be read: %s.".formatted(e.getMessage()),
          List.of());
    }
  }

  private boolean looksIntoRows() {
    return hasRows || keys.isPresent();
  }

  private BinlogReport ofFiles() throws IOException {
    return BinlogAnalyzer.analyze(
        logs.stream().map(Path::of).toList(),
        isVerified,
        looksIntoRows() ? Optional.of(KeysFile.read(keys)) : Optional.empty());
  }

  private BinlogReport ofServer(InstanceAddress server) throws IOException {
    try (LiveLogs sent = live.open(server, isVerified)) {
      return BinlogAnalyzer.analyze(
          sent,
          looksIntoRows()
              ? Optional.of(keys.isPresent() ? KeysFile.read(keys) : sent.readKeys())
              : Optional.empty());
    }
  }

  static CommandFailure failure(BinlogTrouble trouble) {
    return CommandFailure.local(
        ExitCode.FAILED,
        trouble.kind().code(),
        trouble.offset() == 0
            ? "%s cannot be analyzed: %s.".formatted(trouble.file(), trouble.sentence())
            : "%s cannot be analyzed: %s (byte %d)."
                .formatted(trouble.file(), trouble.sentence(), trouble.offset()),
        List.of(trouble.remedy()));
  }
}
