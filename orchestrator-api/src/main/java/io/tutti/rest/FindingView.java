package io.tutti.rest;

import io.tutti.analysis.Finding;
import java.util.List;

/**
 * One thing found.
 *
 * @param subject an instance, {@code instance/channel}, or the cluster itself
 * @param evidence what was seen, with the values
 * @param docsPage its page, below the project's root
 */
record FindingView(
    String code,
    String severity,
    String scope,
    String cluster,
    String subject,
    String description,
    String evidence,
    List<String> remedies,
    String docsPage) {

  static FindingView of(Finding finding) {
    return new FindingView(
        finding.code().name(),
        finding.code().severity().name(),
        finding.code().scope().name(),
        finding.cluster(),
        finding.subject(),
        finding.code().description(),
        finding.evidence().sentence(),
        finding.evidence().remedies(),
        finding.code().docsPage());
  }
}
