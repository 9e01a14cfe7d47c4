package io.tutti.api;

import java.util.Optional;

/**
 * A server of a cluster, and whether it is trusted.
 *
 * @param known as what it is trusted; empty while it is not
 * @param shows what it shows now; empty where it was not asked, as it is trusted, or did not answer
 * @param failure why it could not be asked, or read after it was trusted
 */
public record MemberTrustView(
    String address,
    Optional<KnownView> known,
    Optional<KnownView.KeysView> shows,
    Optional<String> failure) {}
