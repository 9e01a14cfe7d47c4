package io.tutti.crash;

import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What became of the host while one process of a server ended and the next began: what a process
 * had handed to its kernel outlives it, and is lost with the kernel. Pure.
 */
public enum HostFate {
  /** It ran on. */
  STAYED_UP,
  /** It was shut down in order, and had written everything to its disks. */
  SHUT_DOWN,
  /** It was booted, and not shut down before. */
  WENT_DOWN;

  /** A kernel works out its boot from its clock, which may have been set in between. */
  private static final Duration BOOT_ERROR_MAX = Duration.ofSeconds(3);

  /** Whether all that the process had written was still there. */
  public boolean isKeepingWrites() {
    return this != WENT_DOWN;
  }

  /**
   * What the latest report of a host shows that came after the old process was seen last:
   *
   * <ol>
   *   <li>It was booted after that, or another boot was reported while the old process ran: it went
   *       down, in order where it says so of that very boot.
   *   <li>It was booted before the old process began, or it is the boot that was reported while
   *       that ran, and the report came after the new process had begun: it stayed up.
   *   <li>Else it is not known.
   * </ol>
   *
   * @param reports of that host, in any order
   */
  public static Observed<HostFate> of(
      Incident.Ended ended, Incident.Begun begun, List<BootReport> reports) {
    Optional<BootReport> latest =
        reports.stream()
            .filter(report -> report.lastAt().isAfter(ended.seenAt()))
            .max(Comparator.comparing(BootReport::lastAt));
    if (latest.isEmpty()) {
      return Observed.unknown("its host has sent no boot report since");
    }
    Optional<BootReport> before =
        reports.stream()
            .filter(report -> !report.firstAt().isAfter(ended.seenAt()))
            .max(Comparator.comparing(BootReport::firstAt));
    return of(ended, begun, before, latest.get());
  }

  private static Observed<HostFate> of(
      Incident.Ended ended, Incident.Begun begun, Optional<BootReport> before, BootReport latest) {
    boolean sameBoot =
        before.filter(latest::isSameBootAs).isPresent()
            || latest.nodeBootId().isEmpty()
                && isBefore(latest, ended.startedAt().map(ProcessStart::earliest));
    if (sameBoot) {
      return latest.lastAt().isBefore(begun.beganHere())
          ? Observed.unknown("its host has sent no boot report since the new process began")
          : Observed.known(STAYED_UP);
    }
    if (before.isEmpty() && !isAfter(latest, ended.seenByItsClock())) {
      return Observed.unknown("its host has sent no boot report before");
    }
    boolean inOrder =
        before.filter(old -> latest.cleanlyEnded().equals(Optional.of(old.bootId()))).isPresent();
    return Observed.known(inOrder ? SHUT_DOWN : WENT_DOWN);
  }

  private static boolean isBefore(BootReport report, Observed<Instant> moment) {
    return moment.asOptional().filter(report.bootedAt().plus(BOOT_ERROR_MAX)::isBefore).isPresent();
  }

  private static boolean isAfter(BootReport report, Observed<Instant> moment) {
    return moment.asOptional().filter(report.bootedAt().plus(BOOT_ERROR_MAX)::isAfter).isPresent();
  }
}
