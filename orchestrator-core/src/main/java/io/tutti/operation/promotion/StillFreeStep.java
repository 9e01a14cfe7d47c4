package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.ChangesNothing;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.RememberedCluster.Member;
import java.util.List;

/**
 * Ends an operation before its point of no return where another one has the place of the lost
 * source meanwhile. It changes nothing.
 */
final class StillFreeStep implements ChangesNothing {
  static final String KIND = "promotion.still-free";

  /** Whose place it is. */
  record Work(InstanceAddress lost, List<Member> members) {
    Work {
      members = List.copyOf(members);
    }
  }

  private final InstanceAddress successor;
  private final Work work;
  private final FormerMembers members;

  StillFreeStep(PromotionEnvironment environment, PlannedStep planned) {
    this.successor = planned.target();
    this.work = planned.work(Work.class);
    this.members = new FormerMembers(environment, work.lost());
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    String said = members.requireFree(successor, work.members(), context.deadline()).said().strip();
    return StepOutcome.done(said.isEmpty() ? "No other one was in the cluster." : said);
  }
}
