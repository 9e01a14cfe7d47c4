package io.tutti.operation.server;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.AccountStatements;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.fence.Trial;
import java.util.List;
import java.util.Optional;

/**
 * Whether a source lets in the account with which a channel is to log in there, tried before
 * anything is changed. It is tried from the host of the controller: whether the replica's own host
 * is let in, only that one can show.
 *
 * @param sentence what was found
 */
public record AccountProof(Found found, String sentence, Remedies remedies) {

  /** What came of it. */
  public enum Found {
    /** It was sent the binlog. */
    LET_IN,
    /** A channel of the replica cannot be given that account. */
    NOT_TAKEN,
    /** The source said no. */
    NOT_LET_IN,
    /** It is not known: that is no yes. */
    UNKNOWN
  }

  /**
   * A channel that is to be made.
   *
   * @param overTls whether it will use TLS
   */
  public record Wanted(
      InstanceAddress replica, InstanceAddress source, Credentials account, boolean overTls) {

    private String how() {
      return overTls ? "over TLS" : "without TLS";
    }

    private String user() {
      return "'%s'".formatted(account.user());
    }

    private String at(String host) {
      return "%s@'%s'".formatted(user(), host);
    }
  }

  /**
   * @param replica a session with the replica
   * @param source a session with the source
   */
  public static AccountProof of(Wanted wanted, Session replica, Session source, Deadline deadline) {
    Optional<String> notTaken =
        replica
            .provider()
            .replicationStatements(replica.readProgress(deadline).version())
            .notTaken(wanted.account());
    if (notTaken.isPresent()) {
      return new AccountProof(
          Found.NOT_TAKEN,
          "a channel of %s cannot be given the account %s: %s"
              .formatted(wanted.replica(), wanted.user(), notTaken.get()),
          Remedies.of(
              "give the account another password, and set tutti.replication.password to that"));
    }
    return switch (source.tryToReplicate(wanted.account(), wanted.overTls(), deadline)) {
      case Trial.Let(String said) ->
          new AccountProof(
              Found.LET_IN,
              "%s lets %s in %s, and sends it its binlog, as was tried from the host of this controller"
                  .formatted(wanted.source(), wanted.user(), wanted.how()),
              Remedies.none());
      case Trial.Refused(String said) ->
          new AccountProof(
              Found.NOT_LET_IN,
              said,
              Remedies.of(
                  "find out what keeps the logins of replicas away from " + wanted.source()));
      case Trial.NotAdmitted refused ->
          notAdmitted(wanted, refused, hosts(wanted, source, deadline));
      case Trial.Inconclusive(String why) ->
          new AccountProof(
              Found.UNKNOWN,
              "whether %s lets %s in %s is not known: %s"
                  .formatted(wanted.source(), wanted.user(), wanted.how(), why),
              wanted.overTls()
                  ? Remedies.of("trust it by what it shows now: %s", Acts.trust(wanted.source()))
                  : Remedies.none());
    };
  }

  private static Observed<List<String>> hosts(Wanted wanted, Session source, Deadline deadline) {
    return source.control().hostsOf(wanted.account().user(), deadline);
  }

  private static AccountProof notAdmitted(
      Wanted wanted, Trial.NotAdmitted refused, Observed<List<String>> hosts) {
    String there =
        hosts
            .asOptional()
            .map(known ->
                known.isEmpty()
                    ? "; there is no account %s".formatted(wanted.user())
                    : "; it is there for the hosts " + String.join(", ", known))
            .orElse("");
    return new AccountProof(
        Found.NOT_LET_IN,
        "%s does not let %s in %s, as was tried from the host of this controller (error %d: %s%s)"
            .formatted(
                wanted.source(),
                wanted.user(),
                wanted.how(),
                refused.error(),
                refused.said(),
                there),
        remedies(wanted, refused.why(), host(wanted, hosts)));
  }

  /** The one that it is there for, or else the replica's. */
  private static String host(Wanted wanted, Observed<List<String>> hosts) {
    return hosts
        .asOptional()
        .filter(known -> known.size() == 1)
        .map(List::getFirst)
        .orElse(wanted.replica().host());
  }

  private static Remedies remedies(Wanted wanted, Trial.Hindrance why, String host) {
    AccountStatements account = new AccountStatements(wanted.at(host));
    return switch (why) {
      case PRIVILEGE -> onSource(account.mayReplicate());
      case LOCKED -> onSource(account.unlock());
      case PASSWORD_EXPIRED -> onSource(account.newPassword());
      case LOGIN -> {
        Remedies usual =
            Remedies.of("give the controller the password that it has: tutti.replication.password")
                .or(onSource(new AccountStatements(wanted.at(wanted.replica().host())).create()));
        yield wanted.overTls()
            ? usual
            : usual.or(
                "where it may log in over TLS only (REQUIRE SSL), let the channels here use TLS: the new one is made as they are");
      }
    };
  }

  /** Replicas get it by replication. */
  private static Remedies onSource(String statements) {
    return Remedies.of("on the source of all, whose replicas get it from there: " + statements);
  }

  /**
   * Why nothing is to be begun with it, as an end of a sentence; empty where it is let in, or where
   * a person takes on that this is not shown.
   */
  public Optional<String> against(boolean isTakenOn) {
    boolean passes = found == Found.LET_IN || (isTakenOn && found != Found.NOT_TAKEN);
    return passes ? Optional.empty() : Optional.of(sentence);
  }

  /** What the plan says of it, where it was not refused. */
  public String note() {
    return found == Found.LET_IN
        ? "Checked: " + sentence + "."
        : "Not shown, and gone on with all the same: %s.".formatted(sentence);
  }

  /**
   * What can be done.
   *
   * @param takingOn how a person takes it on
   */
  public Remedies remedies(Remedies takingOn) {
    return found == Found.NOT_TAKEN ? remedies : remedies.or(takingOn);
  }
}
