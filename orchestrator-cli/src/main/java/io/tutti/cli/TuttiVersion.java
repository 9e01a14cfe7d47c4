package io.tutti.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The release of this command line, as its jar states it. */
final class TuttiVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    Package own = TuttiVersion.class.getPackage();
    String version = Optional.ofNullable(own.getImplementationVersion()).orElse("(not packaged)");
    return new String[] {"tutti " + version};
  }
}
