package io.tutti.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.springframework.boot.ssl.pem.PemContent;

/** The certificate that clients are shown and its key, looked at before anybody is. */
record TlsFiles(Path certificate, Path key) {
  private static final byte[] SAMPLE = "tutti".getBytes(StandardCharsets.US_ASCII);

  /** Why clients cannot speak TLS with these; empty when they can. */
  Optional<String> trouble() {
    Optional<X509Certificate> shown = shown();
    if (shown.isEmpty()) {
      return Optional.of("The file " + certificate + " holds no certificate (PEM).");
    }
    Optional<PrivateKey> own = own();
    if (own.isEmpty()) {
      return Optional.of(
          "The file " + key + " holds no key that can be read without a password (PEM).");
    }
    return isKeyOf(own.get(), shown.get())
        ? Optional.empty()
        : Optional.of("The key " + key + " is not that of the certificate " + certificate + ".");
  }

  /** What clients will not like; empty when it is well. */
  Optional<String> doubt() {
    return shown()
        .flatMap(first -> {
          try {
            first.checkValidity();
            return Optional.empty();
          } catch (CertificateException e) {
            return Optional.of(
                "The certificate %s is valid from %s to %s only"
                    .formatted(
                        certificate,
                        first.getNotBefore().toInstant(),
                        first.getNotAfter().toInstant()));
          }
        });
  }

  private Optional<X509Certificate> shown() {
    try {
      return PemContent.load(certificate).getCertificates().stream().findFirst();
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private Optional<PrivateKey> own() {
    try {
      return Optional.ofNullable(PemContent.load(key).getPrivateKey());
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static boolean isKeyOf(PrivateKey key, X509Certificate certificate) {
    String way =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    try {
      Signature signature = Signature.getInstance(way);
      signature.initSign(key);
      signature.update(SAMPLE);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(SAMPLE);
      return signature.verify(signed);
    } catch (InvalidKeyException e) {
      return false;
    } catch (GeneralSecurityException e) {
      // Of a kind that is not known here: TLS itself shows.
      return key.getAlgorithm().equals(certificate.getPublicKey().getAlgorithm());
    }
  }
}
