package io.tutti.rest;

import io.tutti.analysis.Finding;
import io.tutti.world.Found;
import java.util.List;

/**
 * One thing found.
 *
 * @param subject an instance, {@code instance/channel}, or the cluster itself
 * @param evidence what was seen, with the values
 * @param docsPage its page, below the project's root
 * @param since since when this controller finds it without a break
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
    String docsPage,
    String since) {

  static FindingView of(Found found) {
    Finding finding = found.finding();
    return new FindingView(
        finding.code().name(),
        finding.code().severity().name(),
        finding.code().scope().name(),
        finding.cluster(),
        finding.subject(),
        finding.code().description(),
        finding.evidence().sentence(),
        finding.evidence().remedies(),
        finding.code().docsPage(),
        found.since().toString());
  }
}
