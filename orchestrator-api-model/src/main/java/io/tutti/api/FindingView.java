package io.tutti.api;

import java.util.List;

/**
 * One thing found.
 *
 * @param subject an instance, {@code instance/channel}, or the cluster itself
 * @param evidence what was seen, with the values
 * @param docsPage its page, below the project's root
 * @param since since when this controller finds it without a break
 */
public record FindingView(
    String code,
    String severity,
    String scope,
    String cluster,
    String subject,
    String description,
    String evidence,
    List<RemedyView> remedies,
    String docsPage,
    String since) {}
