package io.tutti.plugins.sql;

import io.tutti.spi.AckSetting;
import io.tutti.spi.AckTerms;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * How both sides of semi-synchronous replication are set: by variables, which a server has once the
 * plugin of that side is loaded, or always. Pure.
 */
public final class AckStatements {
  /** The names of one variable: of newer plugins first. */
  enum Variable {
    ASKS("rpl_semi_sync_source_enabled", "rpl_semi_sync_master_enabled"),
    TIMEOUT("rpl_semi_sync_source_timeout", "rpl_semi_sync_master_timeout"),
    NEEDED(
        "rpl_semi_sync_source_wait_for_replica_count", "rpl_semi_sync_master_wait_for_slave_count"),
    POINT("rpl_semi_sync_source_wait_point", "rpl_semi_sync_master_wait_point"),
    WITH_TOO_FEW("rpl_semi_sync_source_wait_no_replica", "rpl_semi_sync_master_wait_no_slave"),
    ACKNOWLEDGES("rpl_semi_sync_replica_enabled", "rpl_semi_sync_slave_enabled");

    private final List<String> names;

    Variable(String... names) {
      this.names = List.of(names);
    }

    /** As a server that has those calls it. */
    Optional<String> in(Collection<String> variables) {
      return names.stream().filter(variables::contains).findFirst();
    }
  }

  private AckStatements() {}

  /**
   * What is set of it; how commits wait before whether they do.
   *
   * @param variables that the server has
   */
  public static List<String> of(AckSetting wanted, Collection<String> variables) {
    List<String> said = new ArrayList<>();
    wanted.terms().ifPresent(terms -> add(said, terms, variables));
    wanted.asks().ifPresent(asks -> set(said, Variable.ASKS, onOff(asks), variables));
    wanted
        .acknowledges()
        .ifPresent(gives -> set(said, Variable.ACKNOWLEDGES, onOff(gives), variables));
    return said;
  }

  private static void add(List<String> said, AckTerms terms, Collection<String> variables) {
    terms
        .timeout()
        .ifPresent(wait -> set(said, Variable.TIMEOUT, Long.toString(wait.toMillis()), variables));
    terms.needed().ifPresent(many -> set(said, Variable.NEEDED, many.toString(), variables));
    terms
        .beforeOthersSee()
        .ifPresent(before ->
            set(said, Variable.POINT, before ? "'AFTER_SYNC'" : "'AFTER_COMMIT'", variables));
    terms
        .withTooFewReplicas()
        .ifPresent(alone -> set(said, Variable.WITH_TOO_FEW, onOff(alone), variables));
  }

  private static void set(
      List<String> said, Variable variable, String value, Collection<String> variables) {
    variable.in(variables).ifPresent(name -> said.add("SET GLOBAL %s = %s".formatted(name, value)));
  }

  private static String onOff(boolean on) {
    return on ? "ON" : "OFF";
  }
}
