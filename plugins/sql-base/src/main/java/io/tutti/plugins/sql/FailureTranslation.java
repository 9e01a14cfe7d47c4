package io.tutti.plugins.sql;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.ServerAccount;
import io.tutti.plugins.sql.wire.WrongAnswer;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Turns what a driver throws into our own error: code, what was observed, what helps. The server's
 * error number decides; texts only where there is no number.
 */
final class FailureTranslation {
  /** SHOW ... EVENTS found no such log, or no event at its beginning. */
  private static final int NO_SUCH_EVENTS = 1220;

  /** Its text quotes the statement from where it is not understood. */
  private static final int PARSE_ERROR = 1064;

  private static final List<String> UNKNOWN_KEY =
      List.of("Public Key Retrieval is not allowed", "RSA public key is not available");

  private static final List<String> HANDED_OVER =
      List.of(
          "Unable to load authentication plugin",
          "Client restrict authentication plugin",
          "Client does not support authentication protocol requested by server");

  private static final List<String> OTHER_NAME =
      List.of("Server identity verification failed", "SSL hostname verification failed");

  private final Target target;
  private final Optional<ServerAccount> account;

  FailureTranslation(Target target) {
    this(target, Optional.empty());
  }

  private FailureTranslation(Target target, Optional<ServerAccount> account) {
    this.target = target;
    this.account = account;
  }

  /** Once it is known as which account the session is logged in. */
  FailureTranslation of(ServerAccount account) {
    return new FailureTranslation(target, Optional.of(account));
  }

  OrchestratorException whileConnecting(SQLException failure, int timeoutMillis) {
    return wantedPassword(failure)
        .or(() -> serverRefusal(failure))
        .or(() -> certificateOfAnother(failure))
        .or(() -> tlsFailure(failure))
        .orElseGet(() -> networkFailure(failure, timeoutMillis));
  }

  /** Over TLS that nobody can vouch for nothing is said. */
  OrchestratorException ofUnknownCertificate() {
    return error(
        ErrorCode.SERVER_UNTRUSTED,
        "No certificate of %s is known, so nothing proves who answers there. Nothing was sent to it."
            .formatted(target.address()),
        Remedies.of(Acts.trust(target.address())),
        new SQLException("no certificate is known"));
  }

  /** What it sent was not given to the driver. */
  OrchestratorException ofWrongAnswer(WrongAnswer why) {
    return answersWrongly(why.what(), why);
  }

  /** The driver did not say that it could not read the answer, it broke. */
  OrchestratorException ofUnreadableAnswer(Optional<WrongAnswer> refused, Exception broken) {
    return refused
        .map(this::ofWrongAnswer)
        .orElseGet(() ->
            answersWrongly(
                "sent what its driver cannot read (%s)"
                    .formatted(broken.getClass().getSimpleName()),
                broken));
  }

  /** Whether the driver shows as a failure of the connection what broke in itself. */
  static boolean isUnreadable(SQLException failure) {
    return causeOf(failure, IndexOutOfBoundsException.class).isPresent()
        || causeOf(failure, NegativeArraySizeException.class).isPresent();
  }

  private OrchestratorException answersWrongly(String what, Exception cause) {
    return new OrchestratorException(
        ErrorCode.ANSWER_REFUSED,
        target.address().toString(),
        "%s breaks the protocol: it %s. The connection was closed, and that answer was not used."
            .formatted(target.address(), what),
        Remedies.of("check what listens there: no server that Tutti knows answers like this")
            .or(Acts.forget(target.address())),
        cause);
  }

  /** Drivers have no number for it: they refuse it by themselves. */
  private Optional<OrchestratorException> wantedPassword(SQLException failure) {
    String said = message(failure);
    boolean keyIsUnknown = UNKNOWN_KEY.stream().anyMatch(said::contains);
    boolean isHandedOver = HANDED_OVER.stream().anyMatch(said::contains);
    if (!keyIsUnknown && !isHandedOver) {
      return Optional.empty();
    }
    return Optional.of(
        keyIsUnknown
            ? error(
                ErrorCode.SERVER_UNTRUSTED,
                "%s wants the password of '%s' encrypted for a key that is not known. Nothing was sent to it that a password can be read from."
                    .formatted(target.address(), target.credentials().user()),
                Remedies.of(Acts.trust(target.address())),
                failure)
            : error(
                ErrorCode.SERVER_UNTRUSTED,
                "%s lets '%s' log in only with an authentication plugin that Tutti does not use: it sends the password in clear text, or the driver does not have it (%s). It did not get the password."
                    .formatted(target.address(), target.credentials().user(), numbered(failure)),
                List.of(
                    "ALTER USER '%s' IDENTIFIED WITH a plugin that sends no password"
                        .formatted(target.credentials().user()),
                    "set the target's TLS to VERIFIED, with a certificate of an authority that this"
                        + " machine trusts"),
                failure));
  }

  /** Of a statement with a password nothing is said, nor kept as a cause, that may quote it. */
  OrchestratorException whileAsking(Question question, SQLException thrown, int timeoutMillis) {
    SQLException failure = question.hasSecret() ? withoutStatement(thrown) : thrown;
    if (isTimeout(failure)) {
      return error(
          ErrorCode.STATEMENT_TIMED_OUT,
          question.title() + " did not answer within " + duration(timeoutMillis) + ".",
          List.of("look at SHOW PROCESSLIST on " + target.address() + " for what it waits for"),
          failure);
    }
    if (isMissingPrivilege(failure)) {
      return refusal(ErrorCode.MISSING_PRIVILEGE, question, failure, grants(question));
    }
    return byNumber(question, failure);
  }

  private OrchestratorException byNumber(Question question, SQLException failure) {
    return switch (failure.getErrorCode()) {
      case 1198, 3016, 3017, 3081, 3085 ->
          refusal(
              ErrorCode.REPLICATION_RUNNING,
              question,
              failure,
              "stop what the server names, on every channel, and start it again afterwards");
      case 1200, 1617, 3074 ->
          refusal(
              ErrorCode.UNKNOWN_CHANNEL,
              question,
              failure,
              "name one of the channels that the server's replica status shows");
      case NO_SUCH_EVENTS ->
          refusal(
              ErrorCode.LOG_NOT_THERE,
              question,
              failure,
              "list the logs that are there, and name the beginning of an event");
      case 1205, 1969, 3024 ->
          error(
              ErrorCode.STATEMENT_TIMED_OUT,
              question.title() + " was ended by the server (" + numbered(failure) + ").",
              List.of(),
              failure);
      default ->
          isBroken(failure)
              ? error(
                  ErrorCode.CONNECTION_LOST,
                  "The connection to "
                      + target.address()
                      + " broke during "
                      + question.title()
                      + " ("
                      + numbered(failure)
                      + ").",
                  List.of(),
                  failure)
              : error(
                  ErrorCode.STATEMENT_FAILED,
                  question.title() + " failed (" + numbered(failure) + ").",
                  List.of(),
                  failure);
    };
  }

  /** 1290 is said of many options, and only read_only lets those pass who have a privilege. */
  private static boolean isMissingPrivilege(SQLException failure) {
    return switch (failure.getErrorCode()) {
      case 1044, 1045, 1142, 1143, 1227, 1370, 3630, 6038 -> true;
      case 1290 -> String.valueOf(failure.getMessage()).contains("--read-only");
      default -> false;
    };
  }

  private OrchestratorException refusal(
      ErrorCode code, Question question, SQLException failure, String remedy) {
    return error(
        code,
        question.title() + " was refused (" + numbered(failure) + ").",
        remedy.isEmpty() ? List.of() : List.of(remedy),
        failure);
  }

  private String grants(Question question) {
    return String.join("; ", question.grants().stream().map(this::grant).toList());
  }

  private String grant(String privilege) {
    return "GRANT " + privilege + " TO " + account.map(ServerAccount::quoted).orElse("its account");
  }

  /** What the server itself answered to the login, by its number. */
  private Optional<OrchestratorException> serverRefusal(SQLException failure) {
    String user = "'" + target.credentials().user() + "'";
    String refused = target.address() + " refused the login of " + user;
    String detail = " (" + numbered(failure) + ").";
    ErrorCode code;
    String observed = refused + detail;
    String remedy;
    switch (failure.getErrorCode()) {
      case 1045, 1698, 1044 -> {
        code = ErrorCode.ACCESS_DENIED;
        remedy =
            "check user and password, and that the account exists for this host"
                + (target.tls() == TlsMode.DISABLED
                    ? "; if it was created with REQUIRE SSL, set the target's TLS to required"
                    : "");
      }
      case 1251, 1524, 2059 -> {
        code = ErrorCode.ACCESS_DENIED;
        observed = refused + ": the account's authentication plugin cannot be used" + detail;
        remedy = "ALTER USER " + user + " IDENTIFIED WITH a plugin that this server has loaded";
      }
      case 1040, 1203, 1226 -> {
        code = ErrorCode.TOO_MANY_CONNECTIONS;
        observed = target.address() + " has no free connection for " + user + detail;
        remedy = "raise max_connections or max_user_connections, or end idle connections";
      }
      case 1129 -> {
        code = ErrorCode.HOST_BLOCKED;
        observed =
            target.address() + " blocks this host after too many broken connections" + detail;
        remedy = "FLUSH HOSTS";
      }
      case 1130 -> {
        code = ErrorCode.HOST_BLOCKED;
        observed = target.address() + " has no account at all that may connect from here" + detail;
        remedy = "CREATE USER " + user + "@'this host' IDENTIFIED BY ...";
      }
      case 3159 -> {
        code = ErrorCode.TLS_REQUIRED;
        observed = target.address() + " takes encrypted connections only" + detail;
        remedy = "set the target's TLS to required";
      }
      default -> {
        return Optional.empty();
      }
    }
    return Optional.of(error(code, observed, grantsToo(code, Remedies.of(remedy)), failure));
  }

  private static Remedies grantsToo(ErrorCode code, Remedies remedies) {
    return code == ErrorCode.ACCESS_DENIED
        ? remedies.or("%s prints how the account is created", Acts.showGrants())
        : remedies;
  }

  private Optional<OrchestratorException> tlsFailure(SQLException failure) {
    Optional<? extends Exception> inTls =
        causeOf(failure, SSLException.class)
            .<Exception>map(tls -> tls)
            .or(() -> causeOf(failure, CertificateException.class));
    String text = message(failure).toLowerCase(Locale.ROOT);
    boolean offersNone =
        text.contains("ssl not enabled in the server")
            || text.contains("does not support ssl")
            || text.contains("ssl connection required, but not supported");
    // Said by MariaDB's driver once it was admitted without the proof that servers from 11.4 on
    // give.
    boolean provesNothing = text.contains("self signed certificates");
    if (inTls.isEmpty() && !offersNone && !provesNothing) {
      return Optional.empty();
    }
    String why = inTls.map(FailureTranslation::message).orElse(text);
    return Optional.of(
        error(
            ErrorCode.TLS_FAILED,
            "TLS with " + target.address() + " failed: " + why + ".",
            List.of(
                "enable TLS 1.2 or newer on the server, or set the target's TLS to disabled",
                "for verified TLS, trust the authority that signed its certificate"),
            failure));
  }

  /** The drivers check the name by themselves, after TLS has begun, and say so in words only. */
  private Optional<OrchestratorException> certificateOfAnother(SQLException failure) {
    String host = target.address().host();
    return causes(failure)
        .map(FailureTranslation::message)
        .filter(said -> OTHER_NAME.stream().anyMatch(said::contains))
        .map(said -> said.lines().findFirst().orElse(""))
        .reduce((outer, inner) -> inner)
        .map(said ->
            error(
                ErrorCode.TLS_FAILED,
                "The certificate of %s is not for %s (%s). The password was not sent."
                    .formatted(target.address(), host, said),
                List.of(
                    "give the server a certificate with %s as a subjectAltName".formatted(host),
                    "or name the server as its certificate does"),
                failure));
  }

  private OrchestratorException networkFailure(SQLException failure, int timeoutMillis) {
    String address = target.address().toString();
    if (causeOf(failure, UnknownHostException.class).isPresent()) {
      return error(
          ErrorCode.HOST_UNKNOWN,
          "The name " + target.address().host() + " does not resolve.",
          List.of("check the spelling, or the name service of this machine"),
          failure);
    }
    Optional<OrchestratorException> silence = silence(failure, timeoutMillis);
    if (silence.isPresent()) {
      return silence.get();
    }
    if (causeOf(failure, ConnectException.class).isPresent()) {
      return error(
          ErrorCode.CONNECTION_REFUSED,
          "Nothing listens at " + address + ".",
          List.of("start the server, or correct the port"),
          failure);
    }
    if (isBroken(failure)) {
      return error(
          ErrorCode.NO_GREETING,
          address + " closed the connection before the login was done (" + numbered(failure) + ").",
          List.of("check the server's error log, or the proxy in front of it"),
          failure);
    }
    return error(
        ErrorCode.STATEMENT_FAILED,
        "The login at " + address + " failed (" + numbered(failure) + ").",
        List.of(),
        failure);
  }

  /** Nobody answered, either the attempt to connect or what was said after it. */
  private Optional<OrchestratorException> silence(SQLException failure, int timeoutMillis) {
    String within = " within " + duration(timeoutMillis) + ".";
    boolean inConnect = message(failure).toLowerCase(Locale.ROOT).contains("connect timed out");
    Optional<SocketTimeoutException> timeout = causeOf(failure, SocketTimeoutException.class);
    if (causeOf(failure, NoRouteToHostException.class).isPresent()
        || timeout.filter(t -> inConnect || isConnectTimeout(t)).isPresent()) {
      return Optional.of(
          error(
              ErrorCode.CONNECTION_TIMED_OUT,
              target.address() + " did not answer the attempt to connect" + within,
              List.of("check that the host is up and that no firewall drops the packets"),
              failure));
    }
    return timeout.map(t ->
        error(
            ErrorCode.NO_GREETING,
            target.address() + " accepted the connection and then sent nothing" + within,
            List.of("check whether the server is frozen, or a proxy has nothing behind it"),
            failure));
  }

  private OrchestratorException error(
      ErrorCode code, String observed, List<String> advice, SQLException cause) {
    return error(code, observed, Remedies.advice(advice), cause);
  }

  private OrchestratorException error(
      ErrorCode code, String observed, Remedies remedies, SQLException cause) {
    return new OrchestratorException(code, target.address().toString(), observed, remedies, cause);
  }

  private static SQLException withoutStatement(SQLException thrown) {
    String said =
        switch (thrown.getErrorCode()) {
          case PARSE_ERROR -> "it does not understand the statement";
          case 0 -> "the driver said: " + thrown.getClass().getSimpleName();
          default -> message(thrown);
        };
    SQLException cleansed = new SQLException(said, thrown.getSQLState(), thrown.getErrorCode());
    causes(thrown).filter(IOException.class::isInstance).findFirst().ifPresent(cleansed::initCause);
    return cleansed;
  }

  private static boolean isConnectTimeout(SocketTimeoutException timeout) {
    return message(timeout).toLowerCase(Locale.ROOT).contains("connect");
  }

  private static boolean isTimeout(SQLException failure) {
    return causeOf(failure, SocketTimeoutException.class).isPresent();
  }

  private static boolean isBroken(SQLException failure) {
    String state = failure.getSQLState();
    return (state != null && state.startsWith("08"))
        || failure.getErrorCode() == 1053
        || failure.getErrorCode() == 1927
        || failure.getErrorCode() == 3169
        || causeOf(failure, IOException.class).isPresent();
  }

  private static <T extends Throwable> Optional<T> causeOf(Throwable failure, Class<T> type) {
    return causes(failure).filter(type::isInstance).map(type::cast).findFirst();
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
  }

  private static String numbered(SQLException failure) {
    String text = message(failure).lines().findFirst().orElse("");
    return failure.getErrorCode() == 0 ? text : "error " + failure.getErrorCode() + ": " + text;
  }

  private static String message(Throwable failure) {
    String text = failure.getMessage();
    return text == null ? failure.getClass().getSimpleName() : text;
  }

  static String duration(int millis) {
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }
}
