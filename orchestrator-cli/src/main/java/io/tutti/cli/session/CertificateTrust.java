package io.tutti.cli.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManagerFactory;

/**
 * Trusts the certificates of a PEM file and no others. A controller that shows the very first of
 * them is the one that is meant, whatever name it is reached by.
 */
record CertificateTrust(List<? extends Certificate> certificates) {

  static CertificateTrust read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new CertificateTrust(
          List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in)));
    } catch (GeneralSecurityException e) {
      throw new IOException(file + " holds no certificate: " + e.getMessage(), e);
    }
  }

  void applyTo(HttpsURLConnection connection) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (int number = 0; number < certificates.size(); number++) {
        store.setCertificateEntry("c" + number, certificates.get(number));
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      connection.setSSLSocketFactory(context.getSocketFactory());
      connection.setHostnameVerifier((host, session) -> showsTheFirst(session));
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private boolean showsTheFirst(SSLSession session) {
    try {
      return certificates.getFirst().equals(session.getPeerCertificates()[0]);
    } catch (SSLPeerUnverifiedException e) {
      return false;
    }
  }
}
