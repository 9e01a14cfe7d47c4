package io.tutti.error;

/**
 * Makes each {@link Act} with what it takes. What it is done to is whatever prints as its address,
 * name or id.
 */
public final class Acts {
  private Acts() {}

  public static Act listClusters() {
    return Act.of(Action.LIST_CLUSTERS);
  }

  public static Act showTopology() {
    return Act.of(Action.SHOW_TOPOLOGY);
  }

  public static Act showTopology(Object cluster) {
    return showTopology().with(Argument.CLUSTER, cluster);
  }

  public static Act showInstance(Object instance) {
    return on(instance, Action.SHOW_INSTANCE);
  }

  public static Act showErrant(Object instance) {
    return on(instance, Action.SHOW_ERRANT);
  }

  public static Act showStartupConfig(Object instance) {
    return on(instance, Action.SHOW_STARTUP_CONFIG);
  }

  public static Act listAudit() {
    return Act.of(Action.LIST_AUDIT);
  }

  public static Act discover(Object instance) {
    return on(instance, Action.DISCOVER);
  }

  /** Any server. */
  public static Act discover() {
    return Act.of(Action.DISCOVER).asking(Argument.INSTANCE);
  }

  public static Act forget(Object instance) {
    return on(instance, Action.FORGET);
  }

  public static Act listTrusted() {
    return Act.of(Action.LIST_TRUSTED);
  }

  public static Act showTrust(Object instance) {
    return on(instance, Action.SHOW_TRUST);
  }

  public static Act trust(Object instance) {
    return on(instance, Action.TRUST);
  }

  /** All its servers that nobody has trusted yet. */
  public static Act trustCluster(Object cluster) {
    return Act.of(Action.TRUST_CLUSTER).with(Argument.CLUSTER, cluster);
  }

  public static Act showGaps(Object instance) {
    return on(instance, Action.SHOW_GAPS);
  }

  /** Of whichever instance it is about. */
  public static Act showGaps() {
    return Act.of(Action.SHOW_GAPS).asking(Argument.INSTANCE);
  }

  public static Act closeGaps(Object instance) {
    return on(instance, Action.CLOSE_GAPS);
  }

  /**
   * Of that channel alone, as another may stand for a reason of its own.
   *
   * @param channel empty for the default one
   */
  public static Act closeGaps(Object instance, String channel) {
    Act close = closeGaps(instance);
    return channel.isEmpty() ? close : close.with(Argument.CHANNEL, channel);
  }

  public static Act closeGapsRowRepaired(Object instance, String channel) {
    return closeGaps(instance, channel).with(Argument.ROW_REPAIRED);
  }

  public static Act closeGapsApplierNotStopped(Object instance, String channel) {
    return closeGaps(instance, channel).with(Argument.APPLIER_NOT_STOPPED);
  }

  public static Act closeGapsWithin(Object instance) {
    return closeGaps(instance).asking(Argument.DEADLINE);
  }

  /** What an action takes. */
  public static Act explain(Action action) {
    return Act.of(Action.EXPLAIN).with(Argument.ABOUT, action);
  }

  /** The same, but only told, not done. */
  public static Act dryRun(Act act) {
    return act.with(Argument.DRY_RUN);
  }

  public static Act skip(Object instance) {
    return on(instance, Action.SKIP);
  }

  public static Act skip(Object instance, Object gtid) {
    return skip(instance).with(Argument.GTID, gtid);
  }

  public static Act skipGtid(Object instance) {
    return skip(instance).asking(Argument.GTID);
  }

  public static Act relocate(Object instance, Object below) {
    return on(instance, Action.RELOCATE).with(Argument.BELOW, below);
  }

  /** A source of before, below the one that has its place. */
  public static Act rejoin(Object instance) {
    return on(instance, Action.REJOIN);
  }

  /** Below one that the person names. */
  public static Act rejoinBelow(Object instance) {
    return rejoin(instance).asking(Argument.BELOW);
  }

  /**
   * Of one channel.
   *
   * @param channel empty for the default one
   */
  public static Act relocate(Object instance, Object below, String channel) {
    Act relocate = relocate(instance, below);
    return channel.isEmpty() ? relocate : relocate.with(Argument.CHANNEL, channel);
  }

  public static Act relocateWithReplicas(Object instance, Object below) {
    return relocate(instance, below).with(Argument.WITH_REPLICAS);
  }

  public static Act skipOf(Object instance, String channel) {
    return skip(instance).with(Argument.CHANNEL, channel);
  }

  public static Act showParallelism(Object instance) {
    return on(instance, Action.SHOW_PARALLELISM);
  }

  /**
   * @param channel empty for the default one
   */
  public static Act persist(Object instance, String knob, String value, String channel) {
    Act apply =
        on(instance, Action.APPLY_PARALLELISM)
            .with(Argument.SETTING, knob + "=" + value)
            .with(Argument.PERSIST);
    return channel.isEmpty() ? apply : apply.with(Argument.CHANNEL, channel);
  }

  public static Act listBackups() {
    return Act.of(Action.LIST_BACKUPS).asking(Argument.INSTANCE);
  }

  public static Act listBackups(Object instance) {
    return on(instance, Action.LIST_BACKUPS);
  }

  public static Act beginBackup(Object instance) {
    return on(instance, Action.BEGIN_BACKUP);
  }

  /** Of another instance. */
  public static Act beginBackup() {
    return Act.of(Action.BEGIN_BACKUP).asking(Argument.INSTANCE);
  }

  public static Act beginBackupOfAny(Object instance) {
    return beginBackup(instance).with(Argument.ANY);
  }

  public static Act beginBackupWithin(Object instance) {
    return beginBackup(instance).asking(Argument.DEADLINE);
  }

  public static Act renewBackup(Object instance, Object session) {
    return on(instance, Action.RENEW_BACKUP).with(Argument.SESSION, session);
  }

  public static Act endBackup(Object instance, Object session) {
    return on(instance, Action.END_BACKUP).with(Argument.SESSION, session);
  }

  /** The one session that it has or is to have. */
  public static Act endBackup(Object instance) {
    return on(instance, Action.END_BACKUP).asking(Argument.SESSION);
  }

  public static Act listIncidents() {
    return Act.of(Action.LIST_INCIDENTS);
  }

  public static Act showIncident(Object incident) {
    return of(incident, Action.SHOW_INCIDENT);
  }

  public static Act reportIncident(Object incident) {
    return of(incident, Action.REPORT_INCIDENT);
  }

  public static Act closeIncident(Object incident) {
    return of(incident, Action.CLOSE_INCIDENT).asking(Argument.WHY);
  }

  /** A person names who takes the place of a source that lost rows. */
  public static Act promote(Object incident, Object instance) {
    return resolve(incident).with(Argument.PROMOTE, instance);
  }

  public static Act closeIncident(Object incident, String why) {
    return of(incident, Action.CLOSE_INCIDENT).with(Argument.WHY, why);
  }

  public static Act resolve(Object incident) {
    return of(incident, Action.RESOLVE_INCIDENT);
  }

  /** Whom the person names takes the place. */
  public static Act resolvePromoting(Object incident) {
    return resolve(incident).asking(Argument.PROMOTE);
  }

  /**
   * @param cluster its name, or one of its servers
   */
  public static Act switchover(Object cluster) {
    return Act.of(Action.SWITCHOVER).with(Argument.CLUSTER, cluster);
  }

  /**
   * The same, and a person takes on what is not shown of the account of replicas.
   *
   * @param cluster its name, or one of its servers
   */
  public static Act switchoverUnproved(Object cluster) {
    return switchover(cluster).with(Argument.ACCOUNT_UNPROVED);
  }

  /**
   * @param cluster its name, or one of its servers
   */
  public static Act failover(Object cluster) {
    return Act.of(Action.FAILOVER).with(Argument.CLUSTER, cluster);
  }

  /**
   * @param cluster its name, or one of its servers
   */
  public static Act releaseHold(Object cluster) {
    return Act.of(Action.RELEASE_HOLD).with(Argument.CLUSTER, cluster);
  }

  /** A person names who takes the place of a source that is dead. */
  public static Act failoverTo(Object cluster, Object instance) {
    return failover(cluster).with(Argument.TO, instance);
  }

  public static Act failoverByForce(Object cluster) {
    return failover(cluster).with(Argument.FORCE).asking(Argument.WHY);
  }

  public static Act showCrash(Object instance) {
    return on(instance, Action.SHOW_CRASH);
  }

  public static Act reportCrash(Object instance) {
    return on(instance, Action.REPORT_CRASH);
  }

  public static Act salvage(Object instance) {
    return on(instance, Action.SALVAGE);
  }

  /** Of whichever instance it is about. */
  public static Act salvage() {
    return Act.of(Action.SALVAGE).asking(Argument.INSTANCE);
  }

  public static Act fence(Object instance) {
    return on(instance, Action.FENCE);
  }

  public static Act fence(Object instance, Object incident) {
    return fence(instance).with(Argument.INCIDENT, incident);
  }

  public static Act unfence(Object instance) {
    return on(instance, Action.UNFENCE);
  }

  public static Act unfenceByForce(Object instance) {
    return unfence(instance).with(Argument.FORCE).asking(Argument.WHY);
  }

  public static Act rebuild(Object instance) {
    return on(instance, Action.REBUILD);
  }

  /** From an instance that the person names. */
  public static Act rebuildFrom(Object instance) {
    return rebuild(instance).asking(Argument.FROM);
  }

  public static Act rebuildByHand(Object instance) {
    return on(instance, Action.REBUILD_BY_HAND);
  }

  public static Act rebuildByHand(Object instance, Object from) {
    return rebuildByHand(instance).with(Argument.FROM, from);
  }

  public static Act attachCopy(Object instance) {
    return on(instance, Action.ATTACH_COPY);
  }

  /** At a place that the person shows. */
  public static Act attachCopyAt(Object instance) {
    return attachCopy(instance).asking(Argument.AT);
  }

  public static Act mark(Object instance) {
    return on(instance, Action.MARK_TO_REBUILD);
  }

  public static Act markToRebuild(Object instance) {
    return on(instance, Action.MARK_TO_REBUILD).asking(Argument.WHY);
  }

  public static Act markToRebuild(Object instance, String why) {
    return on(instance, Action.MARK_TO_REBUILD).with(Argument.WHY, why);
  }

  public static Act unmark(Object instance) {
    return on(instance, Action.UNMARK_TO_REBUILD);
  }

  /** Of whichever instance the person chooses. */
  public static Act unmark() {
    return Act.of(Action.UNMARK_TO_REBUILD).asking(Argument.INSTANCE);
  }

  public static Act listOperations() {
    return Act.of(Action.LIST_OPERATIONS);
  }

  public static Act showOperation(Object operation) {
    return Act.of(Action.SHOW_OPERATION).with(Argument.OPERATION, operation);
  }

  /** Of whichever operation the person asks for. */
  public static Act showOperation() {
    return Act.of(Action.SHOW_OPERATION).asking(Argument.OPERATION);
  }

  public static Act followOperation(Object operation) {
    return Act.of(Action.FOLLOW_OPERATION).with(Argument.OPERATION, operation);
  }

  public static Act retry(Object operation) {
    return Act.of(Action.RETRY_OPERATION).with(Argument.OPERATION, operation);
  }

  public static Act settle(Object operation) {
    return Act.of(Action.SETTLE_OPERATION).with(Argument.OPERATION, operation).asking(Argument.WHY);
  }

  /** What the account needs on servers of a flavor that the person knows. */
  public static Act showGrants() {
    return Act.of(Action.SHOW_GRANTS).asking(Argument.FLAVOR);
  }

  /** What an account that is there already needs on a release. */
  public static Act showGrants(String flavor, Object version, String user, String host) {
    return grantsOfExisting(flavor, version, user).with(Argument.HOST, host);
  }

  /** Of an account of which only the person knows from where it may log in. */
  public static Act showGrants(String flavor, Object version, String user) {
    return grantsOfExisting(flavor, version, user).asking(Argument.HOST);
  }

  private static Act grantsOfExisting(String flavor, Object version, String user) {
    return Act.of(Action.SHOW_GRANTS)
        .with(Argument.FLAVOR, flavor)
        .with(Argument.VERSION, version)
        .with(Argument.USER, user)
        .with(Argument.EXISTING);
  }

  public static Act listTokens() {
    return Act.of(Action.LIST_TOKENS);
  }

  public static Act createToken() {
    return Act.of(Action.CREATE_TOKEN).asking(Argument.NAME).asking(Argument.ROLE);
  }

  public static Act createToken(String role) {
    return Act.of(Action.CREATE_TOKEN).asking(Argument.NAME).with(Argument.ROLE, role);
  }

  private static Act on(Object instance, Action action) {
    return Act.of(action).with(Argument.INSTANCE, instance);
  }

  private static Act of(Object incident, Action action) {
    return Act.of(action).with(Argument.INCIDENT, incident);
  }
}
