package io.tutti.api;

import java.util.Optional;

/** What a server shows now beside what is known of it. */
public record ShownView(String address, KnownView.KeysView shows, Optional<KnownView> known) {}
