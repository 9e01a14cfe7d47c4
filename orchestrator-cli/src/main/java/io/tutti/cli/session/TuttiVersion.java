package io.tutti.cli.session;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The release of this command line, as its jar states it. */
public final class TuttiVersion implements IVersionProvider {

  /** The release alone. */
  public static String own() {
    Package own = TuttiVersion.class.getPackage();
    return Optional.ofNullable(own.getImplementationVersion()).orElse("(not packaged)");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"tutti " + own()};
  }
}
