package io.tutti.cli.verb;

import io.tutti.api.CheckupView;
import io.tutti.api.CheckupView.CheckView;
import io.tutti.api.CheckupView.Verdict;
import io.tutti.api.DoctorView;
import io.tutti.cli.render.ActCommand;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.session.TuttiVersion;
import io.tutti.model.InstanceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti doctor}. */
@Command(
    name = "doctor",
    header = "Checks whether Tutti can do its work.",
    description =
        "For everything that is wrong it says how to repair it. Without an address it looks at the"
            + " controller, and lists the servers that have a problem. It exits with 1 if a check"
            + " fails.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti doctor", "  tutti doctor db2:3306", "  tutti doctor --json"})
public final class DoctorVerb implements Callable<Integer> {
  @Parameters(index = "0", arity = "0..1", paramLabel = "HOST:PORT", description = "The server.")
  private @Nullable InstanceAddress address;

  private final TuttiCommand tutti;

  public DoctorVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    Answer answer;
    try {
      answer = ask(tutti.controller());
    } catch (CommandFailure e) {
      if (tutti.output().isDocument() || (address != null && e.exitCode() == ExitCode.FAILED)) {
        throw e;
      }
      tutti.screen().print(unanswered(e));
      return e.exitCode();
    }
    List<CheckView> checks = checks(answer).toList();
    tutti
        .output()
        .print(
            answer.text(),
            () -> address == null ? all(answer.as(DoctorView.class)) : lines(checks, ""));
    return checks.stream().anyMatch(each -> each.verdict() == Verdict.FAIL)
        ? ExitCode.FAILED
        : ExitCode.DONE;
  }

  private Answer ask(ControllerClient controller) {
    return address == null
        ? controller.get("/doctor")
        : controller.get(ControllerClient.path("/instances/{}/doctor", address.toString()));
  }

  private static List<Line> unanswered(CommandFailure failure) {
    List<Line> lines = new ArrayList<>();
    lines.add(line(Verdict.FAIL, "controller", failure.sentence(), ""));
    failure.remedies().forEach(remedy -> lines.add(remedy(remedy, "")));
    return lines;
  }

  private Stream<CheckView> checks(Answer answer) {
    if (address != null) {
      return answer.as(CheckupView.class).checks().stream();
    }
    DoctorView reported = answer.as(DoctorView.class);
    return Stream.concat(
        reported.controller().stream(),
        reported.servers().stream().flatMap(server -> server.checks().stream()));
  }

  private static List<Line> all(DoctorView reported) {
    List<Line> lines = new ArrayList<>(lines(reported.controller(), ""));
    String own = TuttiVersion.own();
    if (!own.equals(reported.version())) {
      lines.add(
          line(
              Verdict.WARN,
              "command line",
              "The command line is release %s, the controller is release %s."
                  .formatted(own, reported.version()),
              ""));
      lines.add(remedy("use the command line that came with the controller", ""));
    }
    int wrong = reported.servers().size();
    lines.add(
        line(
            wrong == 0 ? Verdict.OK : Verdict.WARN,
            "servers",
            wrong == 0
                ? "%d were checked: nothing is wrong.".formatted(reported.looked())
                : "%d were checked; something is wrong with %d:"
                    .formatted(reported.looked(), wrong),
            ""));
    for (CheckupView server : reported.servers()) {
      lines.add(Line.of(server.address(), Tone.STRONG));
      lines.addAll(lines(server.checks(), "  "));
    }
    return lines;
  }

  private static List<Line> lines(List<CheckView> checks, String indent) {
    List<Line> lines = new ArrayList<>();
    for (CheckView check : checks) {
      lines.add(line(check.verdict(), check.name(), check.observed(), indent));
      ActCommand.said(check.remedies()).forEach(remedy -> lines.add(remedy(remedy, indent)));
    }
    return lines;
  }

  private static Line line(Verdict verdict, String name, String observed, String indent) {
    Tone tone =
        switch (verdict) {
          case OK -> Tone.GOOD;
          case WARN -> Tone.WARN;
          case FAIL -> Tone.BAD;
        };
    return Line.of(indent)
        .plus("%-4s".formatted(verdict), tone)
        .plus("  %-12s".formatted(name), Tone.STRONG)
        .plus("  " + observed);
  }

  private static Line remedy(String remedy, String indent) {
    return Line.of(indent + " ".repeat(20) + "remedy: " + remedy, Tone.DIM);
  }
}
