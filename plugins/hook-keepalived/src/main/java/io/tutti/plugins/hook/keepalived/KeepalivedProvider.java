package io.tutti.plugins.hook.keepalived;

import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookProvider;
import io.tutti.spi.hook.Messages;
import io.tutti.spi.hook.RouteHook;
import io.tutti.spi.program.TrustedFolder;
import java.nio.file.Path;
import java.util.Set;

/** Found by the service loader. */
public final class KeepalivedProvider implements HookProvider {
  private static final String FOLDER = "folder";
  private static final String WRITER = "writer";
  private static final String OTHER = "other";

  /** A track file with weight 0 is fine with 0, and failed with anything else. */
  private static final String WRITER_USUAL = "0";

  private static final String OTHER_USUAL = "1";

  @Override
  public String kind() {
    return "keepalived";
  }

  @Override
  public Hook open(HookOptions options, Messages messages) {
    options.requireOnly(Set.of(FOLDER, WRITER, OTHER));
    int writer = number(options, WRITER, WRITER_USUAL);
    int other = number(options, OTHER, OTHER_USUAL);
    if (writer == other) {
      throw new IllegalArgumentException(
          "options.writer and options.other are both %d, so that nothing would change"
              .formatted(writer));
    }
    TrustedFolder folder = TrustedFolder.of(Path.of(options.require(FOLDER)));
    folder
        .refusal()
        .ifPresent(why -> {
          throw new IllegalArgumentException("options.folder: " + why);
        });
    return new RouteHook(new TrackFiles(folder, writer, other));
  }

  private static int number(HookOptions options, String name, String usual) {
    String text = options.find(name).orElse(usual);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("options.%s is %s, not a number".formatted(name, text), e);
    }
  }
}
