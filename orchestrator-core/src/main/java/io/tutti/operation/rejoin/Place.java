package io.tutti.operation.rejoin;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.promotion.FormerSource;
import io.tutti.spi.Deadline;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds who has the place that a server lost: of those that were beside it, the one that takes
 * writes. Where one of them cannot be asked, nobody knows.
 */
record Place(Servers servers, WorldView world, InstanceAddress former) {

  /**
   * @throws OrchestratorException REJOIN_NOT_SAFE where none of them takes writes, or several do,
   *     or this is not known
   */
  InstanceAddress holder(Deadline deadline) {
    List<InstanceAddress> heads = FormerSource.heads(world, former);
    if (heads.isEmpty()) {
      throw nobody();
    }
    List<InstanceAddress> writers = new ArrayList<>();
    for (InstanceAddress head : heads) {
      Observed<Boolean> writes = takesWrites(head, deadline);
      if (writes.isUnknown()) {
        throw RejoinRefusal.of(
            former,
            "whether %s has its place is not known: %s".formatted(head, writes),
            Remedies.of("bring %s back", head)
                .or("name another one: %s", Acts.rejoinBelow(former))
                .or("if %s is gone for good: %s", head, Acts.forget(head)));
      }
      if (writes.is(true)) {
        writers.add(head);
      }
    }
    return only(heads, writers);
  }

  private InstanceAddress only(List<InstanceAddress> heads, List<InstanceAddress> writers) {
    if (writers.size() > 1) {
      throw RejoinRefusal.of(
          former,
          "several servers that were beside it take writes: %s. Each may have rows that the other ones lack"
              .formatted(writers),
          Remedies.of(
              "find out which of them clients write to; then %s", Acts.rejoinBelow(former)));
    }
    if (writers.isEmpty()) {
      throw RejoinRefusal.of(
          former,
          "nobody has its place: none of %s takes writes".formatted(heads),
          Remedies.of("let one of them take writes")
              .or("name one: %s", Acts.rejoinBelow(former))
              .or(unfence()));
    }
    return writers.getFirst();
  }

  private OrchestratorException nobody() {
    List<InstanceAddress> below =
        world.topology().linksTo(former).stream()
            .map(ReplicationLink::replica)
            .distinct()
            .sorted()
            .toList();
    if (!below.isEmpty()) {
      return RejoinRefusal.of(
          former,
          "it has not lost its place: %s replicate from it, and no other server has it"
              .formatted(below),
          Remedies.of("if clients are to write to it, let it take writes").or(unfence()));
    }
    return RejoinRefusal.of(
        former,
        "which server has its place is not known: it is beside nobody, and nothing is kept of who was",
        Remedies.of("name it: %s", Acts.rejoinBelow(former)).or(unfence()));
  }

  private Remedies unfence() {
    return world.fenceOf(former).isPresent()
        ? Remedies.of("if its place is still its own: %s", Acts.unfence(former))
        : Remedies.none();
  }

  private Observed<Boolean> takesWrites(InstanceAddress server, Deadline deadline) {
    try (Session session = servers.open(server, deadline)) {
      return session.read(deadline).writeProtection().acceptsWrites();
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }
}
