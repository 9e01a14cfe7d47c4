package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.store.Fences;
import io.tutti.topology.Fence;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What becomes known of a fence while it is raised; nothing of one that is not kept. */
public record KeptFence(Fences fences, InstanceAddress instance) {

  /** The id of a fence that stays as another one has the place of its server. */
  private static final String PLACE_TAKEN = "place-taken";

  public Optional<Fence> find() {
    return fences.find(instance);
  }

  /** What of it failed. */
  void leavesOpen(String sentence) {
    change(fence -> fence.leavingOpen(sentence));
  }

  /** The same, in the place of what was reported so far and begins so. */
  public void leavesOpenInstead(String beginning, String sentence) {
    change(fence -> fence.closing(beginning).leavingOpen(sentence));
  }

  /** What begins so is not left open any more. */
  public void closes(String beginning) {
    change(fence -> fence.closing(beginning));
  }

  /**
   * Undo of the operation that raised it leaves it: another one has the place, and the server would
   * be a second one when it is back.
   *
   * @return whether there is one
   */
  public boolean outlivesUndo() {
    change(fence -> fence.raised(PLACE_TAKEN, fence.since(), fence.before()));
    return find().isPresent();
  }

  static boolean outlivesUndo(Fence fence) {
    return fence.id().equals(PLACE_TAKEN);
  }

  /** Who lifts it starts that receiver again. */
  void stops(Fence.Receiver receiver) {
    change(fence -> fence.stopping(receiver));
  }

  /**
   * The same of one that has stopped. It need not be durable at once: after the end of this process
   * its STOP would count as not answered, and be said once more.
   */
  void hasStopped(Fence.Receiver receiver) {
    keep(fence -> fence.stopping(receiver));
  }

  /** Whether something is left open that begins so. */
  public boolean reports(String beginning) {
    return find()
        .filter(fence -> fence.open().stream().anyMatch(each -> each.startsWith(beginning)))
        .isPresent();
  }

  /** Whether a STOP of that receiver was not answered. */
  public boolean mayStopLater(InstanceAddress replica, String channel) {
    return find().stream()
        .flatMap(fence -> fence.receivers().stream())
        .filter(each -> each.replica().equals(replica) && each.channel().equals(channel))
        .anyMatch(each -> each.notAnswered().isPresent());
  }

  private void change(UnaryOperator<Fence> change) {
    if (keep(change)) {
      fences.sync();
    }
  }

  /**
   * Steps of one stage show what they know at the same time: one after the other, and they wait
   * together until it is durable.
   *
   * @return whether anything has changed
   */
  private boolean keep(UnaryOperator<Fence> change) {
    synchronized (fences) {
      Optional<Fence> before = fences.find(instance);
      Optional<Fence> changed = before.map(change);
      if (changed.isEmpty() || changed.equals(before)) {
        return false;
      }
      fences.keep(changed.get());
      return true;
    }
  }
}
