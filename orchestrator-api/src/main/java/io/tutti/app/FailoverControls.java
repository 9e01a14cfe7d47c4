package io.tutti.app;

import io.tutti.operation.promotion.Carry;
import io.tutti.operation.promotion.FailoverPolicy;
import io.tutti.operation.promotion.FailoverSettings;
import io.tutti.operation.promotion.FailoverTerms;
import io.tutti.operation.promotion.Leave;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What is done when a source is dead, as the operator set it up. */
record FailoverControls(
    @Setting(
            "OFF (a person looks), PROPOSE (`tutti decisions` has the command, and what it would"
                + " do), or AUTO (a replica takes the place at once, where nothing would be"
                + " lost).")
        @DefaultValue("PROPOSE")
        FailoverPolicy policy,
    @Setting(
            "After a cluster was failed over by itself, it is not so again for this long, or"
                + " until `tutti hold release`.")
        @DefaultValue("1h")
        Duration hold,
    @Setting(
            "What is done where a replica does not answer, and nothing proves that it has nothing"
                + " that no other has: REFUSE, or PROCEED (the plan says what may be lost).")
        @DefaultValue("REFUSE")
        FailoverTerms.Unproved unproved,
    @Setting(
            "COMPLETE: all that was received is applied before a promotion. FAST: a replica that"
                + " can be promoted sooner takes the place, if it lacks only what was never"
                + " acknowledged (semi-sync).")
        @DefaultValue("COMPLETE")
        FailoverTerms.Prefer prefer,
    @Setting(
            "What goes over to the replica that takes the place, as the source had it when it was"
                + " read last: settings (parallel settings of sources). Events of the scheduler do"
                + " by default.")
        @DefaultValue
        List<Carry> carry,
    @Setting(
            "What does not go over, though it would by default: events (of the scheduler), acks"
                + " (semi-sync).")
        @DefaultValue
        List<Leave> leave,
    @Setting(
            "Names of tags that belong to the place of a source and not to its server, as role in"
                + " `tutti tag set db1:3306 role=writer`: they go over to who takes the place, in a"
                + " switchover, too. All others stay.")
        @DefaultValue
        List<String> tags,
    @Setting(
            "What is different for some clusters. Of the entries that name a cluster the last one"
                + " counts, for each setting.")
        @DefaultValue
        List<OfCluster> clusters) {

  Set<String> placeTags() {
    return Set.copyOf(tags);
  }

  FailoverSettings toCore() {
    return new FailoverSettings(
        new FailoverSettings.OfCluster(
            policy, hold, new FailoverTerms(unproved, prefer, carry, leave)),
        clusters.stream().map(OfCluster::toCore).toList());
  }

  record OfCluster(
      @Setting(
              "The cluster: its name, its alias, or HOST:PORT of one of its servers, or of one that"
                  + " was its source.")
          String name,
      @Setting("Its policy.") @DefaultValue Optional<FailoverPolicy> policy,
      @Setting("Its hold.") @DefaultValue Optional<Duration> hold,
      @Setting("REFUSE or PROCEED.") @DefaultValue Optional<FailoverTerms.Unproved> unproved,
      @Setting("COMPLETE or FAST.") @DefaultValue Optional<FailoverTerms.Prefer> prefer,
      @Setting("What goes over.") @Nullable List<Carry> carry,
      @Setting("What does not.") @Nullable List<Leave> leave) {

    OfCluster {
      ControllerSettings.require("name", name);
    }

    FailoverSettings.Named toCore() {
      return new FailoverSettings.Named(
          name,
          policy,
          hold,
          unproved,
          prefer,
          Optional.ofNullable(carry),
          Optional.ofNullable(leave));
    }
  }
}
