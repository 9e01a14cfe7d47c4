package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.network.AuthenticationException;
import com.github.shyiko.mysql.binlog.network.ServerException;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.Remedies;
import io.tutti.error.ShownText;
import io.tutti.spi.Target;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Why a binlog was not sent.
 *
 * @param code of a kind that says whether it may be sent another time
 * @param why the rest of a sentence
 */
record ReadFailure(ErrorCode code, String why, Remedies remedies) {
  private static final String WITHOUT_TLS = "does not support SSL";
  private static final List<String> OTHER_NAME =
      List.of("No subject alternative", "No name matching");

  /** A server that is not trusted asked for what it is not given. */
  static final class Untrusted extends IOException {
    private static final long serialVersionUID = 1;

    Untrusted(String message) {
      super(message);
    }
  }

  static ReadFailure of(Exception failure, Target target) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Optional<ReadFailure> known = known(cause, target);
      if (known.isPresent()) {
        return known.get();
      }
    }
    return new ReadFailure(ErrorCode.BINLOG_UNREADABLE, said(failure), Remedies.none());
  }

  private static Optional<ReadFailure> known(Throwable cause, Target target) {
    return switch (cause) {
      case AuthenticationException refused ->
          Optional.of(
              new ReadFailure(
                  ErrorCode.ACCESS_DENIED,
                  "'%s' cannot log in (error %d: %s)"
                      .formatted(
                          target.credentials().user(), refused.getErrorCode(), said(refused)),
                  Remedies.of("%s prints how the account is created", Acts.showGrants())));
      case ServerException refused -> Optional.of(refused(refused, target));
      case Untrusted untrusted ->
          Optional.of(
              new ReadFailure(
                  ErrorCode.SERVER_UNTRUSTED,
                  said(untrusted),
                  Remedies.of(Acts.trust(target.address()))));
      case SSLException tls -> Optional.of(ofTls(tls, target));
      case UnknownHostException unknown ->
          Optional.of(away(ErrorCode.HOST_UNKNOWN, "its name does not resolve"));
      case NoRouteToHostException none ->
          Optional.of(away(ErrorCode.CONNECTION_TIMED_OUT, "there is no route to it"));
      case ConnectException refused ->
          Optional.of(away(ErrorCode.CONNECTION_REFUSED, "nothing listens there"));
      case SocketTimeoutException silent ->
          Optional.of(
              away(ErrorCode.CONNECTION_TIMED_OUT, "it did not answer the attempt to connect"));
      case IOException plain when said(plain).contains(WITHOUT_TLS) ->
          Optional.of(new ReadFailure(ErrorCode.TLS_FAILED, "it offers no TLS", Remedies.none()));
      default -> Optional.empty();
    };
  }

  private static ReadFailure ofTls(SSLException tls, Target target) {
    boolean isOfAnother = OTHER_NAME.stream().anyMatch(said(tls)::contains);
    String why =
        isOfAnother
            ? "its certificate is not for %s: ".formatted(target.address().host())
            : "TLS failed: ";
    return new ReadFailure(ErrorCode.TLS_FAILED, why + said(tls), Remedies.none());
  }

  private static ReadFailure away(ErrorCode code, String why) {
    return new ReadFailure(code, why, Remedies.none());
  }

  private static ReadFailure refused(ServerException refused, Target target) {
    String error = "error %d: %s".formatted(refused.getErrorCode(), said(refused));
    String user = target.credentials().user();
    return switch (refused.getErrorCode()) {
      case 1045, 1227 ->
          new ReadFailure(
              ErrorCode.BINLOG_UNREADABLE,
              "'%s' may not read it, for which it needs REPLICATION SLAVE (%s)"
                  .formatted(user, error),
              Remedies.of(
                  "grant REPLICATION SLAVE ON *.* to the account that \"SHOW GRANTS\" of '%s' names"
                      .formatted(user)));
      case 1236 ->
          new ReadFailure(
              ErrorCode.BINLOG_UNREADABLE,
              "the server does not have it, or not any more (%s)".formatted(error),
              Remedies.none());
      default -> new ReadFailure(ErrorCode.BINLOG_UNREADABLE, error, Remedies.none());
    };
  }

  private static String said(Throwable failure) {
    return ShownText.of(String.valueOf(failure.getMessage()));
  }
}
