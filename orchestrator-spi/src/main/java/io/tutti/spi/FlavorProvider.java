package io.tutti.spi;

import io.tutti.model.InstanceState;
import io.tutti.model.ServerVersion;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.knob.ApplierScheme;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.KnobRules;
import io.tutti.spi.knob.SourceHelp;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A plugin: all that is known of one flavor of server. Found by the service loader, each in a class
 * loader of its own.
 */
public interface FlavorProvider {

  /** A stable name for people and files, such as {@code mysql-8.0}. */
  String id();

  /** One line for people: which releases it takes. */
  String description();

  /** What servers of this flavor can do, whatever their release. */
  Set<Capability> capabilities();

  /** Whether a release is of this flavor, by its number alone. */
  boolean takes(ServerVersion version);

  /** A release that represents the newest ones: taken where somebody names none. */
  ServerVersion newestRelease();

  /**
   * The least privileges with which all readings and all operations work on a release. It is by
   * these that the flavor's own {@link ReplicationControl}, {@link FenceControl} and {@link
   * CloneControl} judge an account. A privilege may be there for several needs.
   */
  List<AccountGrant> grants(ServerVersion version);

  /** The statements that let an account do all readings on that release. */
  default List<String> monitoringGrants(ServerVersion version, String account) {
    return statements(AccountGrant.Need.WATCHING, version, account);
  }

  /** The statements that let it carry out operations, beside {@link #monitoringGrants}. */
  default List<String> operatingGrants(ServerVersion version, String account) {
    return statements(AccountGrant.Need.OPERATING, version, account);
  }

  private List<String> statements(AccountGrant.Need need, ServerVersion version, String account) {
    return grants(version).stream()
        .filter(grant -> grant.need() == need)
        .map(grant -> grant.statement(account))
        .toList();
  }

  /** All knobs that any release of the family has. */
  default List<Knob> declaredKnobs() {
    return List.of();
  }

  /**
   * What decides how much of what was committed a crash may take. How fast a replica would apply
   * otherwise is measured where somebody wants that and the risk; nothing of it is ever kept.
   */
  default List<Knob> durabilityKnobs() {
    return List.of();
  }

  /** The knobs of a release, and what may be asked of them. */
  default KnobCatalogue knobs(ServerVersion version) {
    return new KnobCatalogue(id(), version, declaredKnobs(), KnobRules.NONE);
  }

  /**
   * The ways in which a replica can apply in parallel that are worth a try on it, the one in force
   * first. Each takes any number of workers.
   */
  default List<ApplierScheme> applierSchemes(InstanceState replica) {
    return List.of(ApplierScheme.of("workers", Map.of()));
  }

  /** What a source could do for the workers of its replicas, and does not do now. */
  default List<SourceHelp> sourceHelp(InstanceState source) {
    return List.of();
  }

  /**
   * The statements of a release by which {@link ReplicationControl} does its work: plans show them.
   */
  ReplicationStatements replicationStatements(ServerVersion version);

  /** How servers of a release are copied, and how a copy is attached. */
  BackupGuide backups(ServerVersion version);

  /** How servers of a release are kept from their clients. */
  FenceGuide fencing(ServerVersion version);

  /**
   * Whether this plugin's driver can log in to a server that greets so, be it of this flavor or
   * not.
   */
  boolean canConnect(Greeting greeting);

  /**
   * Whether a server that greets so is probably of this flavor: a guess that saves a second login,
   * as a proxy may greet for another release.
   */
  default boolean looksLikeOwn(Greeting greeting) {
    return false;
  }

  /** Whether a server with that banner is of this flavor. */
  Detection detect(ServerBanner banner);

  /** A way to a server; nothing is connected yet. */
  InstanceClient open(Target target);

  /** By which rules the settings of its servers are judged. Pure functions of what was read. */
  default List<AdviceRule> advice() {
    return List.of();
  }
}
