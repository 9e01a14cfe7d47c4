package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * A restart that is kept.
 *
 * @param instance whose
 * @param noticedAt by the controller's clock
 * @param startedAt when the process that came after it began, by the server's own clock
 * @param lastSeenAt when the process that ended was read last
 * @param ended {@code STOPPED} or {@code CUT_OFF}: how it ended, by its binlogs
 * @param lastLog the last binlog that it wrote
 * @param host {@code STAYED_UP}, {@code SHUT_DOWN} or {@code WENT_DOWN}: what became of its host
 * @param settings in force when it ended
 * @param cost {@code NONE}, {@code NONE_BY_SETTINGS}, {@code NONE_BY_HOST}, {@code
 *     COMMITS_WITH_THE_HOST} or {@code COMMITS}
 * @param missing {@code BINLOG}, {@code ROWS}: in which of its two memories commits may be missing
 * @param suspect whether the server must not continue as if nothing had happened
 * @param settled whether nothing is left that it and its replicas may show
 * @param givenUp why what is unknown stays so
 * @param open whether somebody must look at it
 * @param gone that another server answers at the address by now; absent while it is the same, or
 *     where servers have no UUID
 * @param errorLog what the server wrote around its start
 * @param replicas what each has of it that it no longer has itself
 * @param atStart what it had executed when it started again
 * @param promotion of one incident that is open and suspect, of a server that has replicas
 * @param replacement who took its place since
 * @param alone what it has that who took its place in a failover has not, told apart; of one
 *     incident
 * @param next what is left to do, in that order; of one incident that is open and suspect
 */
public record IncidentView(
    String id,
    String instance,
    String noticedAt,
    String startedAt,
    Optional<Long> uptimeWhenNoticedSeconds,
    String lastSeenAt,
    Fact<String> ended,
    Optional<String> lastLog,
    Fact<String> host,
    CrashView.SettingsView settings,
    String cost,
    List<String> missing,
    boolean suspect,
    String why,
    boolean settled,
    Optional<String> givenUp,
    boolean open,
    Optional<String> gone,
    Fact<List<String>> errorLog,
    List<CrashView.ReplicaView> replicas,
    Fact<String> atStart,
    Optional<PromotionView> promotion,
    Optional<ReplacementView> replacement,
    List<AloneView> alone,
    List<NextView> next,
    Optional<ClosingView> closed) {

  /**
   * Which replica may take its place now.
   *
   * @param replica which; empty when none, or it is not known
   * @param caveats what is in the way
   */
  public record PromotionView(Optional<String> replica, String why, List<String> caveats) {}

  /**
   * Who took its place.
   *
   * @param by which; of an intermediate source the one that its replicas replicate from now
   * @param operation that did it
   */
  public record ReplacementView(String at, String by, String operation) {}

  /**
   * What it alone has.
   *
   * @param acknowledged {@code NEVER}, where that is proved, or {@code PERHAPS}
   */
  public record AloneView(String acknowledged, String gtids, String sentence) {}

  /**
   * Something that is left to do.
   *
   * @param act how it is asked for
   * @param what it does, and in which case
   */
  public record NextView(ActView act, String what) {}

  /** Who closed it, and why. */
  public record ClosingView(String at, String actor, String why) {}
}
