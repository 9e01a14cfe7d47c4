package io.tutti.rollout;

import io.tutti.model.InstanceAddress;
import java.util.List;
import java.util.Optional;

/**
 * Whom a rollout reaches, and in which wave.
 *
 * @param waves none of them empty
 * @param leftOut who is selected and gets nothing
 */
public record RolloutPlan(List<PlannedWave> waves, List<LeftOut> leftOut) {
  public RolloutPlan {
    waves = List.copyOf(waves);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * @param number from 1
   */
  public record PlannedWave(int number, List<Target> targets) {
    public PlannedWave {
      targets = List.copyOf(targets);
    }
  }

  /**
   * One server, and what it gets.
   *
   * @param flavor such as {@code mysql-8.0}
   * @param without settings of the rollout that it does not get, each with the reason
   * @param waitsFor what is in the way now and passes, such as a backup session
   */
  public record Target(
      InstanceAddress address,
      String cluster,
      TargetRole role,
      String flavor,
      List<Setting> settings,
      List<String> without,
      Optional<LeftOut> waitsFor) {
    public Target {
      settings = List.copyOf(settings);
      without = List.copyOf(without);
    }
  }

  /**
   * One setting as that server spells it.
   *
   * @param name over all releases and flavors: what {@code parallelism apply} takes
   * @param because why, where it was advised
   * @param statements what sets it
   * @param stops which threads are stopped meanwhile; empty when none
   */
  public record Setting(
      String name,
      String serverName,
      String value,
      Optional<String> because,
      List<String> statements,
      String stops) {
    public Setting {
      statements = List.copyOf(statements);
    }

    @Override
    public String toString() {
      return serverName + "=" + value;
    }
  }

  /**
   * That a server is not changed now.
   *
   * @param sentence with the server's name
   */
  public record LeftOut(InstanceAddress address, Reason reason, String sentence) {}

  /** Why a server is left out or waited for. */
  public enum Reason {
    NOT_SELECTED(false),
    SOURCE(false),
    NOT_REACHED(true),
    BACKUP_SESSION(true),
    FENCED(false),
    DOWNTIME(true),
    TO_BE_REBUILT(false),
    IN_OPERATION(true),
    NO_SUCH_SETTING(false),
    NOTHING_ADVISED(false),
    ALREADY_SO(false);

    private final boolean passes;

    Reason(boolean passes) {
      this.passes = passes;
    }

    /** Whether it is waited for: it ends without anybody who decides about the server. */
    public boolean passes() {
      return passes;
    }
  }

  public List<Target> targets() {
    return waves.stream().flatMap(wave -> wave.targets().stream()).toList();
  }
}
