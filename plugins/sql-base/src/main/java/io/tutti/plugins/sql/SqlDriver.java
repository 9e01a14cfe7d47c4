package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.plugins.sql.wire.AnswerGuard;
import io.tutti.plugins.sql.wire.ConnectorSockets;
import io.tutti.plugins.sql.wire.MariaDbSockets;
import io.tutti.plugins.sql.wire.MariaDbTls;
import io.tutti.spi.ServerTrust;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/**
 * The JDBC drivers that plugins ship. Loaded by name from the plugin's own class loader, so two
 * plugins may ship different versions.
 */
public enum SqlDriver {
  CONNECTOR_J("mysql", "com.mysql.cj.jdbc.NonRegisteringDriver", "jdbc:mysql://") {
    @Override
    void configure(Properties properties) {
      // Its clean-up thread would keep the plugin's class loader alive; sessions close themselves.
      System.setProperty("com.mysql.cj.disableAbandonedConnectionCleanup", "true");
      properties.setProperty("socketFactory", ConnectorSockets.class.getName());
      properties.setProperty("connectionTimeZone", "UTC");
      properties.setProperty("useServerPrepStmts", "false");
      properties.setProperty("enableQueryTimeouts", "false");
      properties.setProperty("dontTrackOpenResources", "true");
      properties.setProperty("maintainTimeStats", "false");
      properties.setProperty("useLocalSessionState", "true");
      // Columns are looked for when they are asked for: a row may lack its last one, see Rows.
      properties.setProperty("largeRowSizeThreshold", "0");
      properties.setProperty("connectionAttributes", "program_name:tutti");
      // Else it would look for { in statements, and put another text in its place.
      properties.setProperty("processEscapeCodesForPrepStmts", "false");
      // Else it would set sql_mode by itself, see SessionSettings.
      properties.setProperty("jdbcCompliantTruncation", "false");
    }

    @Override
    String tlsValue(TlsMode mode) {
      return switch (mode) {
        case DISABLED -> "DISABLED";
        case REQUIRED -> "VERIFY_CA";
        case VERIFIED -> "VERIFY_IDENTITY";
      };
    }

    @Override
    void takeOnly(Properties properties, ServerTrust trust) {
      trust
          .publicKey()
          .ifPresent(key ->
              properties.setProperty("serverRSAPublicKeyFile", PinnedFiles.ofKey(key).toString()));
      properties.setProperty("disabledAuthenticationPlugins", String.join(",", HANDING_OVER));
    }

    @Override
    void takeOnly(Properties properties, List<String> certificates) {
      properties.setProperty(
          "trustCertificateKeyStoreUrl",
          PinnedFiles.ofCertificates(certificates).toUri().toString());
      properties.setProperty("trustCertificateKeyStoreType", "PKCS12");
      properties.setProperty("trustCertificateKeyStorePassword", PinnedFiles.STORE_PASSWORD);
      properties.setProperty("fallbackToSystemTrustStore", "false");
    }
  },
  MARIADB_CONNECTOR_J("mariadb", "org.mariadb.jdbc.Driver", "jdbc:mariadb://") {
    @Override
    void configure(Properties properties) {
      properties.setProperty("socketFactory", MariaDbSockets.class.getName());
      properties.setProperty("tlsSocketType", MariaDbTls.TYPE);
      properties.setProperty("useServerPrepStmts", "false");
      // A redirect would lead us to another server than the one we were asked to watch.
      properties.setProperty("permitRedirect", "false");
      properties.setProperty("connectionAttributes", "program_name:tutti");
    }

    @Override
    String tlsValue(TlsMode mode) {
      return switch (mode) {
        case DISABLED -> "disable";
        case REQUIRED -> "verify-ca";
        case VERIFIED -> "verify-full";
      };
    }

    @Override
    void takeOnly(Properties properties, ServerTrust trust) {
      trust.publicKey().ifPresent(key -> properties.setProperty("serverRsaPublicKeyFile", key));
      properties.setProperty("restrictedAuth", String.join(",", SCRAMBLING));
    }

    @Override
    void takeOnly(Properties properties, List<String> certificates) {
      properties.setProperty("serverSslCert", String.join("\n", certificates));
      properties.setProperty("fallbackToSystemTrustStore", "false");
    }
  };

  /** What proves that the client has the password and does not send it to who has no key for it. */
  private static final List<String> SCRAMBLING =
      List.of(
          "mysql_native_password",
          "caching_sha2_password",
          "sha256_password",
          "client_ed25519",
          "parsec");

  /** What sends the password itself, or speaks with others than the server. */
  private static final List<String> HANDING_OVER =
      List.of(
          "mysql_clear_password",
          "mysql_old_password",
          "authentication_ldap_sasl_client",
          "authentication_kerberos_client",
          "authentication_oci_client",
          "authentication_webauthn_client",
          "authentication_openid_connect_client");

  private final String id;
  private final String className;
  private final String urlPrefix;

  SqlDriver(String id, String className, String urlPrefix) {
    this.id = id;
    this.className = className;
    this.urlPrefix = urlPrefix;
  }

  abstract void configure(Properties properties);

  abstract String tlsValue(TlsMode mode);

  /**
   * Lets the server have a password only where it is encrypted for the key that is known of it, and
   * takes no way to log in that sends it as it is.
   */
  abstract void takeOnly(Properties properties, ServerTrust trust);

  /** Lets only those servers in that show one of these, or what one of these has signed. */
  abstract void takeOnly(Properties properties, List<String> certificates);

  /** The name by which {@link Target#preferredDriver()} asks for it. */
  public String id() {
    return id;
  }

  /**
   * The driver that the target asks for, or {@code automatic} when it leaves the choice.
   *
   * @throws OrchestratorException INVALID_CONFIGURATION listing the known names
   */
  public static SqlDriver choose(Target target, SqlDriver automatic) {
    String wanted = target.preferredDriver();
    if (wanted.equals(Target.AUTOMATIC)) {
      return automatic;
    }
    return Arrays.stream(values())
        .filter(driver -> driver.id.equals(wanted))
        .findFirst()
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.INVALID_CONFIGURATION,
                target.address().toString(),
                target.address()
                    + " is configured for the driver \""
                    + wanted
                    + "\"; known are "
                    + Target.AUTOMATIC
                    + ", "
                    + String.join(", ", Arrays.stream(values()).map(SqlDriver::id).toList())
                    + ".",
                List.of("set the target's driver to one of these")));
  }

  /** Opens a connection; connecting and every answer during the login take {@code millis} each. */
  Connection connect(Target target, int millis, AnswerGuard guard) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", target.credentials().user());
    properties.setProperty("password", target.credentials().password());
    properties.setProperty("connectTimeout", Integer.toString(millis));
    properties.setProperty("socketTimeout", Integer.toString(millis));
    properties.setProperty("sslMode", tlsValue(target.tls()));
    secure(properties, target);
    properties.setProperty("allowMultiQueries", "true");
    properties.setProperty("tcpKeepAlive", "true");
    configure(properties);
    Driver driver = load();
    Connection connection =
        guard.connecting(() -> driver.connect(urlPrefix + target.address() + "/", properties));
    if (connection == null) {
      throw new SQLException("the driver " + className + " does not take the address");
    }
    return connection;
  }

  private void secure(Properties properties, Target target) {
    properties.setProperty("allowPublicKeyRetrieval", "false");
    switch (target.tls()) {
      case DISABLED -> takeOnly(properties, target.trust());
      case REQUIRED -> takeOnly(properties, target.trust().certificates());
      case VERIFIED -> {
        // The server is who it says it is before anything is asked to it.
      }
    }
  }

  private Driver load() throws SQLException {
    try {
      return (Driver)
          Class.forName(className, true, SqlDriver.class.getClassLoader())
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new SQLException("the driver " + className + " is not in the plugin's folder", e);
    }
  }
}
