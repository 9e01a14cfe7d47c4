package io.tutti.api;

import java.util.List;

/**
 * An error as RFC 9457 has it.
 *
 * @param type the code's page
 * @param title the code in words
 * @param status the HTTP status
 * @param detail the whole story: observed, and remedies
 * @param code stable: what clients branch on
 * @param target what it was about
 * @param observed what was attempted and seen
 * @param remedies what a person can do, best first
 */
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    String code,
    String target,
    String observed,
    List<RemedyView> remedies) {}
