package io.tutti.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.SemiSync;
import io.tutti.spi.AckSetting;
import io.tutti.spi.AckTerms;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Who waits for acknowledgements, and who gives them, once a replica takes the place of a source
 * whose commits waited (semi-synchronous replication). Pure.
 *
 * <ol>
 *   <li>The new source waits as the old one did, unless too few of its replicas would acknowledge:
 *       then each of its commits would hang.
 *   <li>The old one, a replica now, waits for nobody, and acknowledges where the new one did.
 * </ol>
 *
 * @param acknowledgers who is to replicate from the new one then, and acknowledges
 * @param returns whether the old one replicates from the new one then
 */
public record AcksOfRoles(
    Side old, Side next, List<InstanceAddress> acknowledgers, boolean returns) {

  /** One of both, as it was read. */
  public record Side(InstanceAddress address, Optional<SemiSync> read) {
    private static Side of(TopologySnapshot snapshot, InstanceAddress address) {
      return new Side(
          address, snapshot.find(address).flatMap(Node::state).map(InstanceState::semiSync));
    }

    private boolean asks() {
      return read.filter(each -> each.sourceEnabled().is(true)).isPresent();
    }

    private boolean mayAsk() {
      return read.filter(each -> each.sourceEnabled().isKnown()).isPresent();
    }

    private boolean gives() {
      return read.filter(each -> each.replicaEnabled().is(true)).isPresent();
    }

    private boolean mayGive() {
      return read.filter(each -> each.replicaEnabled().isKnown()).isPresent();
    }
  }

  public AcksOfRoles {
    acknowledgers = List.copyOf(acknowledgers);
  }

  /**
   * @param followers who is to replicate from the new one
   * @param returns whether the old one is, too
   */
  public static AcksOfRoles of(
      TopologySnapshot snapshot,
      InstanceAddress old,
      InstanceAddress next,
      List<InstanceAddress> followers,
      boolean returns) {
    Side former = Side.of(snapshot, old);
    Side taker = Side.of(snapshot, next);
    List<InstanceAddress> giving = new ArrayList<>();
    followers.stream().filter(each -> Side.of(snapshot, each).gives()).forEach(giving::add);
    if (returns && (former.gives() || (taker.gives() && former.mayGive()))) {
      giving.add(old);
    }
    return new AcksOfRoles(former, taker, giving, returns);
  }

  /** What the new one is to do before it takes writes; nothing where the old one did not wait. */
  public AckSetting ofNext() {
    return old.asks() && hindrance().isEmpty()
        ? AckSetting.asking(AckTerms.of(old.read().orElseThrow()))
        : AckSetting.NOTHING;
  }

  /** What the old one is to do before it replicates. */
  public AckSetting ofOld() {
    AckSetting setting = AckSetting.NOTHING;
    if (old.asks()) {
      setting = setting.withAsks(false);
    }
    return returns && next.gives() && old.mayGive() && !old.gives()
        ? setting.withAcknowledges(true)
        : setting;
  }

  /** Why the new one cannot wait as the old one did; empty where it can. */
  public Optional<String> hindrance() {
    if (!old.asks()) {
      return Optional.empty();
    }
    if (!next.mayAsk()) {
      return Optional.of(
          "%s cannot wait for acknowledgements (%s)".formatted(next.address(), sourceSide()));
    }
    Observed<Long> needed = old.read().orElseThrow().acksNeeded();
    return needed.asOptional().filter(many -> many <= acknowledgers.size()).isPresent()
        ? Optional.empty()
        : Optional.of(
            "of those that replicate from %s then, %s, and %s must (how many is what %s has set)"
                .formatted(next.address(), giving(), needed, old.address()));
  }

  private String sourceSide() {
    return next.read()
        .map(SemiSync::sourceEnabled)
        .map(Observed::toString)
        .orElse("it was not read");
  }

  private String giving() {
    return acknowledgers.isEmpty()
        ? "nobody is known to acknowledge"
        : acknowledgers.stream().map(InstanceAddress::toString).collect(Collectors.joining(", "))
            + (acknowledgers.size() == 1 ? " acknowledges" : " acknowledge");
  }

  /** Why commits are acknowledged now, as far as is known, and will not be then. */
  public Optional<String> lost() {
    return hindrance().filter(why -> isAcknowledgedNow());
  }

  private boolean isAcknowledgedNow() {
    SemiSync read = old.read().orElseThrow();
    return read.isWaiting()
        && read.acksNeeded()
            .asOptional()
            .flatMap(needed ->
                read.connectedReplicas().asOptional().map(connected -> connected >= needed))
            .orElse(true);
  }

  /** For people, where the old one waited. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!old.asks()) {
      return notes;
    }
    notes.add(
        hindrance()
            .map(why ->
                "Commits on %s waited for acknowledgements (semi-sync), and those on %s will not: %s."
                    .formatted(old.address(), next.address(), why))
            .orElseGet(() ->
                "Commits on %s wait for acknowledgements (semi-sync) as those on %s did, until its next restart; %s."
                    .formatted(next.address(), old.address(), giving())));
    if (returns && next.gives() && !old.mayGive()) {
      notes.add(
          "%s acknowledges nothing when it replicates: that side of semi-sync is not loaded there."
              .formatted(old.address()));
    }
    return notes;
  }
}
