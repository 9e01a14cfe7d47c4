package io.tutti.cli.session;

import io.tutti.api.Problem;
import io.tutti.cli.render.ActCommand;
import io.tutti.cli.view.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A command cannot continue; says so as a sentence for people and as a problem document. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;
  private final String code;
  private final List<String> remedies;
  private final String document;

  private CommandFailure(
      int exitCode, String code, String sentence, List<String> remedies, String document) {
    super(sentence);
    this.exitCode = exitCode;
    this.code = code;
    this.remedies = List.copyOf(remedies);
    this.document = document;
  }

  /** A failure that this client found by itself. */
  public static CommandFailure local(
      int exitCode, String code, String sentence, List<String> remedies) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", "about:blank");
    fields.put(
        "title",
        code.charAt(0) + code.substring(1).toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
    fields.put("detail", sentence);
    fields.put("code", code);
    fields.put("observed", sentence);
    // As the controller sends them.
    fields.put(
        "remedies",
        remedies.stream().map(remedy -> Map.of("sentence", remedy, "acts", List.of())).toList());
    return new CommandFailure(exitCode, code, sentence, remedies, Json.write(fields));
  }

  /** What the controller answered instead of doing it. */
  static CommandFailure answered(int status, String body) {
    int exitCode = status == 502 || status == 504 ? ExitCode.UNREACHABLE : ExitCode.FAILED;
    return Json.parse(body)
        .map(json -> json.as(Problem.class))
        .filter(problem -> !problem.code().isEmpty() || !problem.detail().isEmpty())
        .map(problem ->
            new CommandFailure(
                exitCode,
                problem.code().isEmpty() ? "HTTP_" + status : problem.code(),
                problem.observed().isEmpty() ? problem.detail() : problem.observed(),
                ActCommand.said(problem.remedies()),
                body))
        .orElseGet(() ->
            local(
                exitCode,
                "HTTP_" + status,
                "The controller answered with status %d and no explanation.".formatted(status),
                List.of("look into the controller's log")));
  }

  public int exitCode() {
    return exitCode;
  }

  public String code() {
    return code;
  }

  public String sentence() {
    return String.valueOf(getMessage());
  }

  public List<String> remedies() {
    return remedies;
  }

  /** The problem document, JSON. */
  public String document() {
    return document;
  }
}
