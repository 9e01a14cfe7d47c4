package io.tutti.rollout.engine;

import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.AckWaits;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.rollout.gate.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What gates look at, out of all that a reading shows. Pure. */
final class SampleReading {
  private static final double NANOS = 1e9;

  private SampleReading() {}

  static Sample of(InstanceState state) {
    Observed<AckWaits> waits = state.semiSync().waits();
    return new Sample(
        state.observedAt(),
        state.uptime(),
        state.channels().flatMap(SampleReading::error),
        state.channels().flatMap(SampleReading::lag),
        applied(state),
        state.counters().flatMap(counters -> counters.threads().retries()),
        waits.map(AckWaits::waiting),
        waits.map(each -> each.acknowledged() + each.withoutAck()),
        state.channels().flatMap(channels -> gap(state, channels)),
        Observed.absent("no statement that is asked shows it"));
  }

  private static Observed<Optional<String>> error(List<Channel> channels) {
    for (Channel channel : channels) {
      if (channel.applier().state() == ThreadState.STOPPED) {
        Optional<LastError> error = GapAnalysis.firstError(channel.applier());
        return error.isPresent()
            ? Observed.known(error.map(LastError::toString))
            : Observed.unknown(
                "its applier%s is stopped and shows no error: somebody else has stopped it"
                    .formatted(Channel.ofChannel(channel.name())));
      }
    }
    return Observed.known(Optional.empty());
  }

  private static Observed<Double> lag(List<Channel> channels) {
    Observed<Double> largest = Observed.absent("it replicates from nobody");
    for (Channel channel : channels) {
      Observed<Double> lag = channel.lag().map(each -> seconds(each.amount()));
      if (!(largest instanceof Observed.Known<Double>(Double before))) {
        largest = lag;
      } else if (lag instanceof Observed.Known<Double>(Double now)) {
        largest = Observed.known(Math.max(before, now));
      }
    }
    return largest;
  }

  private static double seconds(Duration duration) {
    return duration.getSeconds() + duration.getNano() / NANOS;
  }

  /** By GTIDs; by position nobody counts transactions, so the changed rows are taken. */
  private static Observed<Long> applied(InstanceState state) {
    Observed<Long> transactions = state.gtid().executed().flatMap(SampleReading::count);
    return transactions.isKnown()
        ? transactions
        : state.counters().flatMap(counters -> counters.threads().rows());
  }

  private static Observed<Long> count(GtidSet executed) {
    return switch (executed) {
      case MySqlGtidSet set ->
          set.transactionCount().isPresent() && set.transactionCount().getAsLong() > 0
              ? Observed.known(set.transactionCount().getAsLong())
              : Observed.absent("it has executed no transaction with a GTID");
      case MariaDbGtidSet set ->
          Observed.known(set.heads().gtids().stream().mapToLong(MariaDbGtid::sequence).sum());
    };
  }

  private static Observed<Optional<String>> gap(InstanceState state, List<Channel> channels) {
    for (Channel channel : channels) {
      boolean stopped = channel.applier().state() == ThreadState.STOPPED;
      switch (GapAnalysis.judge(state, channel, Observed.unknown("its source was not asked"))) {
        case ChannelGaps.Free free -> {
          // The next channel may have one.
        }
        case ChannelGaps.Open open -> {
          return Observed.known(Optional.of(first(open.missing().toString())));
        }
        case ChannelGaps.Unknown unknown when stopped -> {
          return Observed.unknown(unknown.why());
        }
        case ChannelGaps.Unknown unknown -> {
          return Observed.absent("while the applier runs, a gap cannot be seen: " + unknown.why());
        }
      }
    }
    return Observed.known(Optional.empty());
  }

  /** The first of them stays the same while a gap stays; others come and go. */
  private static String first(String missing) {
    int comma = missing.indexOf(',');
    return comma < 0 ? missing : missing.substring(0, comma);
  }
}
