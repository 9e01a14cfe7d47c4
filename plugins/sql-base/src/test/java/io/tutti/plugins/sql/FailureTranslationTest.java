package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedy;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ServerAccount;
import io.tutti.spi.Credentials;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.time.Duration;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTranslationTest {
  private final FailureTranslation failures =
      new FailureTranslation(
          new Target(
              new InstanceAddress("db7", 3306),
              new Credentials("tutti", "s3cret"),
              TlsMode.DISABLED,
              Target.AUTOMATIC,
              Duration.ofSeconds(1)));

  /** A server quotes the statement from where it does not understand it. */
  @Test
  void ofAStatementWithAPasswordNothingIsSaidThatQuotesIt() {
    Question change =
        new Question("control", "CHANGE …", "CHANGE … PASSWORD='s3cret' NEW_WORD=1", "")
            .withSecret();
    SQLException said =
        new SQLException(
            "You have an error in your SQL syntax; … near ''s3cret' NEW_WORD=1' at line 1",
            "42000",
            1064);

    OrchestratorException error = failures.whileAsking(change, said, 1000);

    assertThat(error.code()).isEqualTo(ErrorCode.STATEMENT_FAILED);
    assertThat(error.observed())
        .isEqualTo("CHANGE … failed (error 1064: it does not understand the statement).");
    assertThat(error.getCause()).hasMessageNotContaining("s3cret").hasNoCause();
    assertThat(change).hasToString("CHANGE …");
  }

  /** As MariaDB's driver says it, without a number and without a cause. */
  @Test
  void aCertificateThatIsProvedByNothingIsAFailureOfTls() {
    OrchestratorException error =
        failures.whileConnecting(
            new SQLException(
                "Self signed certificates. Either set sslMode=trust, use password with a MitM-Proof"
                    + " authentication plugin or provide server certificate to client",
                "08000"),
            1000);

    assertThat(error.code()).isEqualTo(ErrorCode.TLS_FAILED);
  }

  /** As Connector/J says it, under "Communications link failure". */
  @Test
  void aCertificateOfAnotherNameIsAFailureOfTlsWithConnectorJ() {
    String said =
        "Server identity verification failed. None of the certificate's DNS or IP Subject"
            + " Alternative Name entries matched the server hostname/IP 'db7'.";

    OrchestratorException error =
        failures.whileConnecting(
            new SQLException(
                "Communications link failure\n\nThe last packet sent successfully",
                "08S01",
                new IOException(new CertificateException(said))),
            1000);

    assertThat(error.code()).isEqualTo(ErrorCode.TLS_FAILED);
    assertThat(error.observed())
        .isEqualTo(
            "The certificate of db7:3306 is not for db7 (%s). The password was not sent."
                .formatted(said));
  }

  /** As MariaDB's driver says it, without a cause, with advice that nobody should follow. */
  @Test
  void aCertificateOfAnotherNameIsAFailureOfTlsWithMariaDbsDriver() {
    String said =
        "(conn=12) SSL hostname verification failed : DNS host \"db7\" doesn't correspond to"
            + " certificate CN \"wrong\"";

    OrchestratorException error =
        failures.whileConnecting(
            new SQLException(
                said + "\nThis verification can be disabled using the sslMode to VERIFY_CA",
                "08006"),
            1000);

    assertThat(error.code()).isEqualTo(ErrorCode.TLS_FAILED);
    assertThat(error.observed()).contains("is not for db7").doesNotContain("disabled");
  }

  /** The near miss: the name was not even looked at. */
  @Test
  void aCertificateOfNoKnownAuthorityIsNotOneOfAnotherName() {
    OrchestratorException error =
        failures.whileConnecting(
            new SQLException(
                "Communications link failure",
                "08S01",
                new IOException(new CertificateException("Path does not chain"))),
            1000);

    assertThat(error.code()).isEqualTo(ErrorCode.TLS_FAILED);
    assertThat(error.observed()).contains("Path does not chain").doesNotContain("is not for");
  }

  @ParameterizedTest
  @CsvSource({
    "1045, ACCESS_DENIED",
    "1698, ACCESS_DENIED",
    "1524, ACCESS_DENIED",
    "1040, TOO_MANY_CONNECTIONS",
    "1203, TOO_MANY_CONNECTIONS",
    "1129, HOST_BLOCKED",
    "1130, HOST_BLOCKED",
    "3159, TLS_REQUIRED",
  })
  void serversNumberDecidesWhatARefusedLoginIs(int number, ErrorCode code) {
    OrchestratorException error =
        failures.whileConnecting(new SQLException("no", "28000", number), 1000);

    assertThat(error.code()).isEqualTo(code);
    assertThat(error.remedies()).isNotEmpty();
    assertThat(error).hasMessageContaining("db7:3306").hasMessageNotContaining("s3cret");
  }

  @Test
  void causeDecidesWhatAFailedConnectionIs() {
    assertThat(connecting(new UnknownHostException("db7"))).isEqualTo(ErrorCode.HOST_UNKNOWN);
    assertThat(connecting(new ConnectException("Connection refused")))
        .isEqualTo(ErrorCode.CONNECTION_REFUSED);
    assertThat(connecting(new SocketTimeoutException("Connect timed out")))
        .isEqualTo(ErrorCode.CONNECTION_TIMED_OUT);
    assertThat(connecting(new SocketTimeoutException("Read timed out")))
        .isEqualTo(ErrorCode.NO_GREETING);
    assertThat(connecting(new java.io.EOFException("end"))).isEqualTo(ErrorCode.NO_GREETING);
    assertThat(connecting(new SSLHandshakeException("no common protocol")))
        .isEqualTo(ErrorCode.TLS_FAILED);
  }

  @Test
  void missingPrivilegeNamesTheGrants() {
    Question question =
        new Question("w", "SELECT workers", "SELECT 1", "SELECT ON p.a; SELECT ON p.b");

    OrchestratorException error =
        failures
            .of(new ServerAccount("tutti", "10.%"))
            .whileAsking(question, new SQLException("denied", "42000", 1142), 1000);

    assertThat(error.code()).isEqualTo(ErrorCode.MISSING_PRIVILEGE);
    assertThat(error.remedies())
        .containsExactly(
            Remedy.advice(
                "GRANT SELECT ON p.a TO 'tutti'@'10.%'; GRANT SELECT ON p.b TO 'tutti'@'10.%'"));
  }

  @Test
  void silenceIsReportedWithItsTime() {
    OrchestratorException error =
        failures.whileAsking(
            Question.plain("s", "SHOW SLAVE STATUS", ""),
            new SQLException("link", "08S01", new SocketTimeoutException("Read timed out")),
            1000);

    assertThat(error.code()).isEqualTo(ErrorCode.STATEMENT_TIMED_OUT);
    assertThat(error.observed()).isEqualTo("SHOW SLAVE STATUS did not answer within 1 s.");
  }

  @Test
  void brokenConnectionIsLost() {
    OrchestratorException error =
        failures.whileAsking(
            Question.plain("s", "SHOW SLAVE STATUS", ""), new SQLException("gone", "08S01"), 1000);

    assertThat(error.code()).isEqualTo(ErrorCode.CONNECTION_LOST);
  }

  private ErrorCode connecting(Exception cause) {
    return failures.whileConnecting(new SQLException("failed", "08000", cause), 1000).code();
  }
}
