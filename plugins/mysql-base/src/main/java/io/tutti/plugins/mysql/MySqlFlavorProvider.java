package io.tutti.plugins.mysql;

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
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.SourceHelp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the providers of all MySQL lines share; each hands in its flavor. */
public abstract class MySqlFlavorProvider implements FlavorProvider {
  private final MySqlFlavor flavor;
  private final MySqlRecognition recognition;

  protected MySqlFlavorProvider(MySqlFlavor flavor) {
    this.flavor = flavor;
    this.recognition = new MySqlRecognition(flavor);
  }

  @Override
  public final String id() {
    return flavor.id();
  }

  /** A release that has both names counts each stop under both. */
  @Override
  public final String description() {
    return flavor.takes() + " and builds of it";
  }

  @Override
  public final Set<Capability> capabilities() {
    return flavor.capabilities();
  }

  @Override
  public final boolean takes(ServerVersion version) {
    return flavor.range().test(version);
  }

  @Override
  public final ServerVersion newestRelease() {
    return flavor.newest();
  }

  @Override
  public final List<AccountGrant> grants(ServerVersion version) {
    MySqlDialect dialect = new MySqlDialect(flavor);
    List<AccountGrant> grants =
        new ArrayList<>(
            new MySqlWatchingGrants(dialect, version).of(dialect.questions(version, hasSchema())));
    grants.addAll(dialect.operatingGrants(version).all(knobs(version).knobs()));
    grants.add(GrantList.REPLICATION);
    return List.copyOf(grants);
  }

  private boolean hasSchema() {
    return flavor.capabilities().contains(Capability.MULTI_SOURCE);
  }

  @Override
  public final List<Knob> declaredKnobs() {
    return MySqlKnobs.ALL;
  }

  @Override
  public final List<Knob> durabilityKnobs() {
    return DurabilityKnobs.of(Dated.of("0").from("5.7.7", "1"));
  }

  @Override
  public final KnobCatalogue knobs(ServerVersion version) {
    return new KnobCatalogue(id(), version, declaredKnobs(), new MySqlKnobRules());
  }

  @Override
  public final List<ApplierScheme> applierSchemes(InstanceState replica) {
    return new MySqlSchemes(replica).all();
  }

  @Override
  public final List<SourceHelp> sourceHelp(InstanceState source) {
    return MySqlSourceHelp.of(source);
  }

  @Override
  public final ReplicationStatements replicationStatements(ServerVersion version) {
    return new MySqlStatements(version);
  }

  @Override
  public final BackupGuide backups(ServerVersion version) {
    return new MySqlBackupGuide(version);
  }

  @Override
  public final FenceGuide fencing(ServerVersion version) {
    return MySqlFencing.of(version);
  }

  @Override
  public final List<AdviceRule> advice() {
    return MySqlAdvice.rules();
  }

  @Override
  public final boolean canConnect(Greeting greeting) {
    return !greeting.serverVersion().toLowerCase(Locale.ROOT).contains("mariadb");
  }

  @Override
  public final boolean looksLikeOwn(Greeting greeting) {
    return canConnect(greeting)
        && ServerVersion.find(greeting.serverVersion()).filter(flavor.range()).isPresent();
  }

  @Override
  public final Detection detect(ServerBanner banner) {
    return recognition.detect(banner);
  }

  @Override
  public final InstanceClient open(Target target) {
    return new SqlInstanceClient(target, SqlDriver.CONNECTOR_J, new MySqlDialect(flavor));
  }
}
