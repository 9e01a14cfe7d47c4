package io.tutti.plugins.mariadb;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceState;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.DurabilityKnobs;
import io.tutti.plugins.sql.GrantList;
import io.tutti.plugins.sql.SqlDriver;
import io.tutti.plugins.sql.SqlInstanceClient;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.Capability;
import io.tutti.spi.Detection;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.Greeting;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ServerBanner;
import io.tutti.spi.Target;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.knob.ApplierScheme;
import io.tutti.spi.knob.Dated;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.SourceHelp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A MariaDB plugin: all but its id and the releases that it takes. */
public abstract class MariaDbProvider implements FlavorProvider {
  /** The driver has no sha256_password; every other login of the eight tried servers works. */
  private static final String UNKNOWN_LOGIN = "sha256_password";

  private final String id;
  private final Releases releases;

  protected MariaDbProvider(String id, Releases releases) {
    this.id = id;
    this.releases = releases;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String description() {
    return releases.description();
  }

  @Override
  public Set<Capability> capabilities() {
    return MariaDbDialect.CAPABILITIES;
  }

  @Override
  public boolean takes(ServerVersion version) {
    return releases.contains(version);
  }

  @Override
  public ServerVersion newestRelease() {
    return releases.newest();
  }

  @Override
  public List<AccountGrant> grants(ServerVersion version) {
    List<AccountGrant> grants = new ArrayList<>(new MonitoringGrants(version).grants());
    grants.addAll(new MariaDbOperatingGrants(version).all(knobs(version).knobs()));
    grants.add(GrantList.REPLICATION);
    return List.copyOf(grants);
  }

  @Override
  public List<Knob> declaredKnobs() {
    return MariaDbKnobs.ALL;
  }

  @Override
  public List<Knob> durabilityKnobs() {
    return DurabilityKnobs.of(Dated.of("0"));
  }

  @Override
  public List<ApplierScheme> applierSchemes(InstanceState replica) {
    return new MariaDbSchemes(replica).all();
  }

  @Override
  public List<SourceHelp> sourceHelp(InstanceState source) {
    List<SourceHelp> help = new ArrayList<>(DurabilityKnobs.help(source));
    help.add(new SourceHelp.CommitDelay(MariaDbKnobs.COMMIT_WAIT, MariaDbKnobs.COMMIT_COUNT));
    return List.copyOf(help);
  }

  @Override
  public ReplicationStatements replicationStatements(ServerVersion version) {
    return new MariaDbStatements();
  }

  @Override
  public BackupGuide backups(ServerVersion version) {
    return new MariaDbBackupGuide(version);
  }

  @Override
  public FenceGuide fencing(ServerVersion version) {
    return MariaDbFencing.of(version);
  }

  @Override
  public List<AdviceRule> advice() {
    return MariaDbAdvice.rules();
  }

  @Override
  public boolean canConnect(Greeting greeting) {
    return !greeting.authPlugin().equals(UNKNOWN_LOGIN);
  }

  @Override
  public boolean looksLikeOwn(Greeting greeting) {
    return greeting.serverVersion().toLowerCase(Locale.ROOT).contains("mariadb")
        && ServerVersion.find(greeting.serverVersion()).filter(releases::contains).isPresent();
  }

  @Override
  public Detection detect(ServerBanner banner) {
    return new Recognition(banner).detect(releases);
  }

  @Override
  public InstanceClient open(Target target) {
    requireOwnDriver(target);
    return new SqlInstanceClient(target, SqlDriver.MARIADB_CONNECTOR_J, new MariaDbDialect(id));
  }

  private void requireOwnDriver(Target target) {
    String wanted = target.preferredDriver();
    if (!wanted.equals(Target.AUTOMATIC) && !wanted.equals(SqlDriver.MARIADB_CONNECTOR_J.id())) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          target.address().toString(),
          target.address()
              + " is configured for the driver \""
              + wanted
              + "\", which the plugin "
              + id
              + " does not ship; it ships "
              + SqlDriver.MARIADB_CONNECTOR_J.id()
              + ".",
          List.of("set the target's driver to " + Target.AUTOMATIC));
    }
  }
}
