package io.tutti.operation.gaps;

import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapsCommand;
import io.tutti.gaps.Missing;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.LastError;
import java.util.List;

/**
 * An applier that finds its place by log position, and that failed after it was started over a gap:
 * the server goes on counting from a wrong place then, and leaves the failing transaction out for
 * good when it is started again (seen on 5.6.14 and 5.7.22, with UNTIL and without). Its tables are
 * right; a new process reads them anew.
 */
final class LostCount {
  private LostCount() {}

  static String observed(
      InstanceAddress instance, Channel channel, LastError error, ChannelGaps gaps) {
    return "The applier%s of %s was started over a gap and failed again: %s. The server has lost count of what it has left out, and would leave out the failing transaction at its next start. Left out: %s."
        .formatted(Channel.ofChannel(channel.name()), instance, error, leftOut(gaps));
  }

  static String leftOut(ChannelGaps gaps) {
    return switch (gaps) {
      case ChannelGaps.Free free -> "nothing";
      case ChannelGaps.Open(Missing missing, String why) -> missing.toString();
      case ChannelGaps.Unknown(String why) -> "unknown, " + why;
    };
  }

  static List<String> remedies(InstanceAddress instance, Channel channel) {
    return List.of(
        "start nothing on %s; make the row what the transaction expects".formatted(instance),
        "restart %s with relay_log_recovery=0 and skip_slave_start, so that it counts anew, then: %s"
            .formatted(instance, GapsCommand.close(instance, channel.name())));
  }
}
