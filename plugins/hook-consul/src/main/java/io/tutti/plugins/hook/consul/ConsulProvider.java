package io.tutti.plugins.hook.consul;

import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookProvider;
import io.tutti.spi.hook.Messages;
import io.tutti.spi.hook.RouteHook;
import io.tutti.spi.hook.SecretFile;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Found by the service loader. */
public final class ConsulProvider implements HookProvider {
  private static final String URL = "url";
  private static final String KEY = "key";
  private static final String TOKEN_FILE = "token-file";

  /** What needs no escape in a path. */
  private static final Pattern KEYS = Pattern.compile("[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*");

  @Override
  public String kind() {
    return "consul";
  }

  @Override
  public Hook open(HookOptions options, Messages messages) {
    options.requireOnly(Set.of(URL, KEY, TOKEN_FILE));
    String key = options.require(KEY);
    if (!KEYS.matcher(key).matches()) {
      throw new IllegalArgumentException(
          "options.key is %s; a key is of a-z, A-Z, 0-9, _, . and -, with / in between"
              .formatted(key));
    }
    return new RouteHook(
        new ConsulRoute(
            new ConsulKeys(
                address(options.require(URL)), options.find(TOKEN_FILE).map(SecretFile::at)),
            key));
  }

  private static URI address(String text) {
    URI address;
    try {
      address = URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("options.url is no address: " + text, e);
    }
    boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
    boolean isBare =
        Optional.ofNullable(address.getRawPath()).orElse("").replace("/", "").isEmpty()
            && address.getRawQuery() == null
            && address.getRawUserInfo() == null;
    if (!isHttp || address.getHost() == null || !isBare) {
      throw new IllegalArgumentException(
          "options.url is to be of the form http://HOST:PORT or https://HOST:PORT");
    }
    return address;
  }
}
