package io.tutti.cli.verb;

import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import io.tutti.model.InstanceAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cluster, where it is not one server. */
final class ExtentArguments {
  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = "A whole cluster in place of a server: its name, or an instance of it.")
  private @Nullable String cluster;

  Optional<String> cluster() {
    return Optional.ofNullable(cluster);
  }

  /**
   * @param instance that was named
   * @throws CommandFailure when both are named, or none
   */
  Optional<String> instanceBeside(@Nullable InstanceAddress instance) {
    if ((instance == null) == (cluster == null)) {
      throw CommandFailure.local(
          ExitCode.USAGE,
          "USAGE",
          instance == null
              ? "Which server or cluster is missing."
              : "A server and a cluster are named.",
          List.of("name one: HOST:PORT, or --cluster CLUSTER"));
    }
    return Optional.ofNullable(instance).map(InstanceAddress::toString);
  }
}
