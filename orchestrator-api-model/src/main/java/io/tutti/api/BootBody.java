package io.tutti.api;

import java.time.Instant;
import java.util.Optional;

/**
 * What a host tells of its boot.
 *
 * @param host its name, as its servers tell it or as they are reached
 * @param bootId {@code /proc/sys/kernel/random/boot_id}
 * @param bootedAt by its own clock: {@code btime} of {@code /proc/stat}
 * @param cleanlyEnded the id of the boot before, when the host was shut down in order
 * @param nodeBootId of the machine below, such as a Kubernetes node's {@code bootID}
 */
public record BootBody(
    Optional<String> host,
    Optional<String> bootId,
    Optional<Instant> bootedAt,
    Optional<String> cleanlyEnded,
    Optional<String> nodeBootId)
    implements Body {}
