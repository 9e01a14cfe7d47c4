package io.tutti.cli.view;

import java.util.List;

/** One thing that the controller found. */
public record FindingView(
    String code,
    String severity,
    String cluster,
    String subject,
    String description,
    String evidence,
    List<String> remedies,
    String docsPage) {

  public static FindingView of(Json json) {
    Json evidence = json.at("evidence");
    return new FindingView(
        json.textOr("code", "?"),
        json.textOr("severity", "?"),
        json.textOr("cluster", ""),
        json.textOr("subject", ""),
        json.textOr("description", ""),
        evidence.text().or(() -> evidence.text("sentence")).orElse(""),
        json.texts("remedies"),
        json.textOr("docsPage", ""));
  }
}
