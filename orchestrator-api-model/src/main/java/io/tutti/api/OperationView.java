package io.tutti.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An operation.
 *
 * @param state one of PLANNED, RUNNING, VERIFYING, UNDOING, SUCCEEDED, UNDONE, FAILED, STUCK
 * @param reason why it is in that state: a code, and a sentence
 * @param trouble why it is or was undone
 * @param percent how much of the way is behind it
 * @param lastEvent the number of its last event
 * @param notes what people saw before it, and what they could do then
 * @param account of a failover: what each server had received, has, and what is lost
 * @param hooks how each hook that it called ended, with what it printed; not in a list of
 *     operations
 */
public record OperationView(
    String id,
    String kind,
    String target,
    String cluster,
    String state,
    boolean atRest,
    String reason,
    String why,
    List<RemedyView> remedies,
    Optional<String> trouble,
    String actor,
    Optional<String> cancelledBy,
    Instant requestedAt,
    Instant changedAt,
    int percent,
    long lastEvent,
    Map<String, String> parameters,
    List<RemedyView> notes,
    List<StepView> steps,
    List<AccountView> account,
    List<String> hooks) {

  /**
   * What a server had received of a lost source.
   *
   * @param received GTIDs, or how far in the binlog of the source
   * @param readBefore whether that was seen when it was read last: it does not answer since
   * @param has its GTIDs now, or how far in the binlog of the lost source, where that is known
   * @param lost what of it the new source lacks; left out where nothing is lost, or it is not known
   * @param lostTransactions how many; left out where that is not known
   */
  public record AccountView(
      String server,
      String received,
      boolean readBefore,
      Optional<String> has,
      Optional<String> lost,
      Optional<Long> lostTransactions,
      String sentence) {}

  /**
   * A step of a plan; {@code state} and {@code before} only once it is carried out.
   *
   * @param stage steps that follow each other with the same one are done at the same time
   * @param begunAt when it was begun, once it is done
   * @param took how long it took then; not known where the controller ended in between
   */
  public record StepView(
      String kind,
      String instance,
      String description,
      List<String> statements,
      Optional<String> stage,
      Optional<String> state,
      Optional<Instant> begunAt,
      Optional<Duration> took,
      Map<String, String> before) {}

  /**
   * What clients, replicas or data notice of an operation.
   *
   * @param kind such as APPLIER_STOPS, RECEIVER_STOPS, SESSIONS_END, LOGINS_REFUSED,
   *     WRITES_REFUSED, TRANSACTION_SKIPPED, RELAY_LOGS_DROPPED, BINLOGS_DELETED, DATA_REPLACED
   * @param lasts until when: MOMENT, OPERATION, UNTIL_STARTED, UNTIL_UNFENCED, UNTIL_SESSION_ENDS,
   *     ONCE or FOR_GOOD
   * @param expected how long that is, where it can be known beforehand
   * @param asks whether the command line asks before it
   */
  public record EffectView(
      String kind,
      String instance,
      String lasts,
      Optional<Duration> expected,
      boolean asks,
      String sentence) {}

  /**
   * What an operation would do.
   *
   * @param effects what stops, for whom, and what is lost
   * @param unknown the steps of which it is not known what they stop
   * @param notes what people should see before they agree, and what they can do then
   */
  public record PlanView(
      String kind,
      String target,
      String cluster,
      List<String> instances,
      List<StepView> steps,
      List<EffectView> effects,
      List<String> unknown,
      List<RemedyView> notes) {}

  /** Something that happened in an operation. */
  public record EventView(
      long sequence,
      Instant at,
      String state,
      boolean atRest,
      Optional<String> step,
      Optional<String> stepState,
      String message,
      int percent) {}
}
