package io.tutti.plugins.sql;

import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.backup.ChannelOptions.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Gathers how a channel is set from what its server shows of it. */
public final class ShownOptions {
  private final List<Option> all = new ArrayList<>();
  private final List<String> unread = new ArrayList<>();

  /**
   * Says of a channel whether it uses TLS, and how; {@code Master_SSL_…} and {@code Source_SSL_…}.
   */
  public void tls(Row status) {
    flag("SSL", status.text("Master_SSL_Allowed", "Source_SSL_Allowed"));
    text("SSL_CA", status.text("Master_SSL_CA_File", "Source_SSL_CA_File"));
    text("SSL_CAPATH", status.text("Master_SSL_CA_Path", "Source_SSL_CA_Path"));
    text("SSL_CERT", status.text("Master_SSL_Cert", "Source_SSL_Cert"));
    text("SSL_CIPHER", status.text("Master_SSL_Cipher", "Source_SSL_Cipher"));
    text("SSL_KEY", status.text("Master_SSL_Key", "Source_SSL_Key"));
    flag(
        "SSL_VERIFY_SERVER_CERT",
        status.text("Master_SSL_Verify_Server_Cert", "Source_SSL_Verify_Server_Cert"));
    text("SSL_CRL", status.text("Master_SSL_Crl", "Source_SSL_Crl"));
    text("SSL_CRLPATH", status.text("Master_SSL_Crlpath", "Source_SSL_Crlpath"));
  }

  /** One that is 1 or 0. */
  public void flag(String name, Optional<String> shown) {
    shown
        .filter(text -> !text.isEmpty())
        .ifPresent(text -> all.add(new Option(name, isYes(text) ? "1" : "0")));
  }

  private static boolean isYes(String text) {
    return List.of("yes", "1", "true", "on").contains(text.toLowerCase(Locale.ROOT));
  }

  /** One that is on, where it is. */
  public void flagIfSet(String name, Optional<String> shown) {
    flag(name, shown.filter(ShownOptions::isYes));
  }

  /** One that is a text, where it is not empty. */
  public void text(String name, Optional<String> shown) {
    shown
        .filter(text -> !text.isEmpty())
        .ifPresent(text -> all.add(new Option(name, SqlNames.quoted(text))));
  }

  /** One that is a number. */
  public void number(String name, Optional<String> shown) {
    shown
        .filter(text -> text.matches("[0-9]{1,18}([.][0-9]{1,9})?"))
        .ifPresent(text -> all.add(new Option(name, text)));
  }

  /** One that is a number, where it is not 0. */
  public void numberIfSet(String name, Optional<String> shown) {
    number(name, shown.filter(text -> !text.matches("0*([.]0*)?")));
  }

  /** One that is a list of numbers, where there is any. */
  public void numbers(String name, Optional<String> shown) {
    shown
        .map(text -> text.replace(" ", ""))
        .filter(text -> text.matches("[0-9]+(,[0-9]+)*"))
        .ifPresent(text -> all.add(new Option(name, "(" + text + ")")));
  }

  /** One that a statement says as the server shows it. */
  public void word(String name, Optional<String> shown) {
    shown
        .filter(text -> text.matches("[A-Za-z_]+|'[^'\\\\]+'@'[^'\\\\]+'"))
        .ifPresent(text -> all.add(new Option(name, text)));
  }

  public void unread(String what) {
    unread.add(what);
  }

  public ChannelOptions toOptions() {
    return new ChannelOptions(all, unread);
  }

  /**
   * How a statement says them, with a comma before each.
   *
   * @param prefix {@code MASTER_} or {@code SOURCE_}
   * @param plain those that have no prefix
   */
  public static String said(List<Option> options, String prefix, List<String> plain) {
    return options.stream()
        .map(each ->
            ", %s%s=%s"
                .formatted(plain.contains(each.name()) ? "" : prefix, each.name(), each.literal()))
        .collect(Collectors.joining());
  }
}
