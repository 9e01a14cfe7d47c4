package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.network.SSLSocketFactory;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.ServerTrust;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * TLS for the binlog client. It would ask for the name that the name service gives to the address
 * that it reached; a server has to prove the name or address that it was given as its own.
 */
record TlsToServer(Target target) implements SSLSocketFactory {
  @Override
  public SSLSocket createSocket(Socket socket) throws SocketException {
    InstanceAddress address = target.address();
    try {
      SSLContext context = context();
      SSLSocket secure =
          (SSLSocket)
              context.getSocketFactory().createSocket(socket, address.host(), address.port(), true);
      if (isByAuthority()) {
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
      }
      return secure;
    } catch (IOException | GeneralSecurityException e) {
      throw notBegun(e);
    }
  }

  /**
   * Encrypted, to whomever answers.
   *
   * @param isKnown whether it showed a certificate that is known of the server: else whoever uses
   *     it sends nothing that is secret
   */
  record Met(SSLSocket socket, BooleanSupplier isKnown) {}

  /** Without a condition on what the server shows. */
  static Met toWhomever(Socket socket, Target target) throws SocketException {
    InstanceAddress address = target.address();
    try {
      Shown shown = new Shown(trusting(target.trust()));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {shown}, null);
      SSLSocket secure =
          (SSLSocket)
              context.getSocketFactory().createSocket(socket, address.host(), address.port(), true);
      return new Met(secure, shown::isKnown);
    } catch (IOException | GeneralSecurityException e) {
      throw notBegun(e);
    }
  }

  private static SocketException notBegun(Exception e) {
    SocketException failure = new SocketException("TLS cannot be begun: " + e.getMessage());
    failure.initCause(e);
    return failure;
  }

  private static X509ExtendedTrustManager trusting(ServerTrust trust)
      throws IOException, GeneralSecurityException {
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(known(trust));
    return (X509ExtendedTrustManager) managers.getTrustManagers()[0];
  }

  /** Takes every certificate, and notes whether it is known. */
  private static final class Shown extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager known;
    private volatile boolean isKnown;

    Shown(X509ExtendedTrustManager known) {
      this.known = known;
    }

    boolean isKnown() {
      return isKnown;
    }

    private void note(X509Certificate[] chain, String authType) {
      try {
        known.checkServerTrusted(chain, authType);
        isKnown = true;
      } catch (CertificateException e) {
        isKnown = false;
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
      // No client is asked.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
      // No client is asked.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
      // No client is asked.
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
      note(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
      note(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
      note(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /** Lets in who proves what the target's setting asks for. */
  SSLContext context() throws IOException, GeneralSecurityException {
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    // Without a store it takes the authorities that this Java trusts.
    managers.init(isByAuthority() ? null : known(target.trust()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  private boolean isByAuthority() {
    return target.tls() == TlsMode.VERIFIED;
  }

  /** Only servers that show one of the certificates, or what one of them has signed, get in. */
  private static KeyStore known(ServerTrust trust) throws IOException, GeneralSecurityException {
    List<String> certificates = trust.certificates();
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    for (int i = 0; i < certificates.size(); i++) {
      byte[] pem = certificates.get(i).getBytes(StandardCharsets.US_ASCII);
      store.setCertificateEntry(
          "server-" + i, factory.generateCertificate(new ByteArrayInputStream(pem)));
    }
    return store;
  }
}
