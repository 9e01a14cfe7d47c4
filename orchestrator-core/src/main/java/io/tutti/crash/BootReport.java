package io.tutti.crash;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * What a host reports of its boot, as no server can be asked for it: a hook on the host sends it at
 * each boot, and now and then after that.
 *
 * @param host by the name that its servers show, or by which they are reached
 * @param bootId another one for each boot: {@code /proc/sys/kernel/random/boot_id}
 * @param bootedAt by the host's clock: {@code btime} of {@code /proc/stat}
 * @param cleanlyEnded the boot before this one, where the host was shut down in order and had
 *     written everything to its disks
 * @param nodeBootId of the machine below, where the host is a guest that may be moved
 * @param firstAt when it came in first, by the controller's clock
 * @param lastAt when it came in last
 */
public record BootReport(
    String host,
    String bootId,
    Instant bootedAt,
    Optional<String> cleanlyEnded,
    Optional<String> nodeBootId,
    Instant firstAt,
    Instant lastAt) {

  public BootReport {
    host = host.toLowerCase(Locale.ROOT);
  }

  /** Whether it is about the same boot of all that it names. */
  public boolean isSameBootAs(BootReport other) {
    boolean otherNode =
        nodeBootId.isPresent()
            && other.nodeBootId.isPresent()
            && !nodeBootId.equals(other.nodeBootId);
    return bootId.equals(other.bootId) && !otherNode;
  }

  /** The same boot, reported again. */
  public BootReport since(BootReport first) {
    return new BootReport(
        host,
        bootId,
        bootedAt,
        cleanlyEnded.or(first::cleanlyEnded),
        nodeBootId,
        first.firstAt(),
        lastAt);
  }

  /** Whether the instance of an incident is on that host. */
  public boolean isOf(Incident incident) {
    return incident.instance().host().equalsIgnoreCase(host)
        || incident.ended().hostname().asOptional().filter(host::equalsIgnoreCase).isPresent();
  }
}
