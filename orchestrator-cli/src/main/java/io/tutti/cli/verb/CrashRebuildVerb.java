package io.tutti.cli.verb;

import io.tutti.api.RebuildBody;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti crash rebuild}. */
@Command(
    name = "rebuild",
    header = "Rebuilds a server from another one.",
    description = {
      "The server loses all its data. Where the release can, it copies the other one by itself"
          + " (CLONE) and replicates again. Otherwise it is marked, and a backup session is opened"
          + " on the other one; once you have put a copy in place, run this again with --attach.",
      "It is only for a server that is marked, or of which an open restart may have "
          + "cost something."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti crash rebuild db2:3306 --dry-run",
      "  tutti crash rebuild db2:3306 --from db3:3306",
      "  tutti crash rebuild db2:3306 --by-hand",
      "  tutti crash rebuild db2:3306 --attach      after the copy is in place",
      "  tutti crash rebuild db2:3306 --attach --at 0-1-4711",
      "  tutti crash rebuild db2:3306 --mark --why \"lost its disk\"",
      "  tutti crash rebuild db2:3306 --unmark"
    })
public final class CrashRebuildVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @ArgGroup private Act act = new Act();

  @Option(
      names = "--from",
      paramLabel = "HOST:PORT",
      description = "The server to copy. Without it one is picked.")
  private @Nullable InstanceAddress from;

  @Option(
      names = "--at",
      paramLabel = "PLACE",
      description =
          "With --attach: the position that is written in the dump of a server that replicates from"
              + " no other. It is a GTID set or LOG:POSITION.")
  private @Nullable String at;

  @Option(
      names = "--why",
      paramLabel = "TEXT",
      description = "Why it must be rebuilt. It is kept with the mark.")
  private @Nullable String why;

  /** One of them at most. */
  private static final class Act {
    @Option(names = "--by-hand", description = "Have a copy made by your own tools.")
    private boolean byHand;

    @Option(names = "--attach", description = "The copy is in place: start replication.")
    private boolean attach;

    @Option(names = "--mark", description = "Only mark it to be rebuilt.")
    private boolean mark;

    @Option(names = "--unmark", description = "It is intact after all; do not rebuild it.")
    private boolean unmark;

    private RebuildBody.Act named() {
      if (byHand) {
        return RebuildBody.Act.BY_HAND;
      }
      if (attach) {
        return RebuildBody.Act.ATTACH;
      }
      if (mark) {
        return RebuildBody.Act.MARK;
      }
      return unmark ? RebuildBody.Act.UNMARK : RebuildBody.Act.REBUILD;
    }
  }

  public CrashRebuildVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        instance.path(":rebuild"),
        new RebuildBody(
            Optional.of(act.named()),
            Optional.ofNullable(from).map(InstanceAddress::toString),
            Optional.ofNullable(why),
            Optional.ofNullable(at),
            Optional.of(dryRun)));
  }
}
