package io.tutti.plugins.mysql;

import io.tutti.model.ServerVersion;
import io.tutti.spi.Capability;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One line of MySQL releases: what makes it differ from the others.
 *
 * @param id the plugin's id
 * @param takes which releases, in words, for refusals: {@code MySQL 5.7}
 * @param range which releases
 * @param newest the release that represents the newest ones
 * @param terms the spelling of SHOW statements in a release
 * @param workers where the workers' state is reported
 * @param lag where lag is reported
 */
public record MySqlFlavor(
    String id,
    String takes,
    Predicate<ServerVersion> range,
    ServerVersion newest,
    Set<Capability> capabilities,
    Function<ServerVersion, ReplicationTerms> terms,
    WorkerSource workers,
    LagReading lag) {
  public MySqlFlavor {
    capabilities = Set.copyOf(capabilities);
  }
}
