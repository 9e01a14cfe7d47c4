package io.tutti.operation.crash;

import io.tutti.crash.Incident;
import io.tutti.crash.LostLater;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.Received;
import io.tutti.crash.SourceLogs;
import io.tutti.crash.SourceNames;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds what replicas have that their source lost, also where it has used the names again.
 *
 * <ol>
 *   <li>What each replica had received before the restart is compared with what the source had when
 *       it started, and what each has now with what the source has now ({@link SourceNames}).
 *   <li>Names that both have, and that either process may have sent, are compared by what they hold
 *       ({@link SameNames}).
 * </ol>
 *
 * @param incident of that restart
 * @param around where the source's own sources are looked up
 */
record LossFinder(Servers servers, Incident incident, TopologySnapshot around, Deadline deadline) {
  /** A source's own source that does not answer must not keep it waiting. */
  private static final Duration ELSEWHERE_MAX = Duration.ofSeconds(3);

  /**
   * A source as it was read after its replicas.
   *
   * @param atStart what it had when it started
   * @param later what is distinguished where it was restarted again since
   */
  record Source(
      Session session,
      InstanceState state,
      SourceLogs logs,
      Observed<ProcessEnd> end,
      Observed<GtidSet> atStart,
      Optional<LostLater> later) {}

  /**
   * @param seen what was found when that was looked at before
   */
  List<LostOnSourceByReplica> find(
      List<LostOnSourceReader.Read> replicas, List<LostOnSourceByReplica> seen, Source source) {
    SourceNames names =
        new SourceNames(
            source.state(),
            source.atStart(),
            Once.of(() -> elsewhere(source.state())),
            source.end().asOptional().filter(LossFinder::isInOrder).isPresent());
    List<LostOnSourceByReplica> found = new ArrayList<>();
    List<LostOnSourceByReplica> compared =
        LostOnSourceReader.compare(replicas, source.state(), source.logs());
    for (int at = 0; at < replicas.size(); at++) {
      LostOnSourceByReplica lacks = compared.get(at);
      LostOnSourceReader.Read read = replicas.get(at);
      Optional<LostOnSourceByReplica> known = seen.stream().filter(lacks::isOfSame).findFirst();
      LostOnSourceByReplica now =
          source.later().map(later -> later.without(lacks, known)).orElse(lacks);
      LostOnSourceByReplica reported =
          judged(
              read,
              known.map(now::after).orElse(now),
              known.filter(LostOnSourceByReplica::isDecided).isPresent(),
              names,
              source);
      LostOnSourceByReplica left =
          source.later().map(later -> later.leavingOpen(reported, known)).orElse(reported);
      found.add(whyUnread(read).map(left::unreadSince).orElse(left));
    }
    return found;
  }

  /** Empty where it was read, or where all that it can have was seen before. */
  private Optional<String> whyUnread(LostOnSourceReader.Read read) {
    boolean isSeenWhole =
        incident
            .receivedBy(read.line().replica(), read.line().channel())
            .filter(Received::isAll)
            .isPresent();
    return read.state().isKnown() || isSeenWhole
        ? Optional.empty()
        : Optional.of(read.state().toString());
  }

  /** It, and each process since. */
  private static boolean isInOrder(ProcessEnd end) {
    return end.how() == ProcessEnd.How.STOPPED
        && end.between()
            .asOptional()
            .filter(since -> since.stream().allMatch(LossFinder::isInOrder))
            .isPresent();
  }

  private LostOnSourceByReplica judged(
      LostOnSourceReader.Read read,
      LostOnSourceByReplica now,
      boolean wasDecided,
      SourceNames names,
      Source source) {
    Optional<Received> before = incident.receivedBy(now.address(), now.channel());
    Optional<InstanceState> state = read.state().asOptional();
    Optional<Channel> channel =
        state.or(() -> read.line().lastKnown()).flatMap(each -> channel(each, now.channel()));
    if (channel.filter(each -> each.positioning() == Positioning.LOG_POSITION).isPresent()) {
      return byPosition(now, before, source);
    }
    Observed<GtidSet> received =
        state.isPresent() && channel.isPresent() && !wasDecided
            ? Received.names(state.get(), channel.get(), source.state().identity().serverUuid())
            : Observed.unknown("it was not read, or need not be");
    LostOnSourceByReplica judged = names.judge(now, before, received);
    LostOnSourceByReplica reported =
        judged.withLostOnSource(LostOnSourceReader.ofSource(judged.lostOnSource(), source.state()));
    return reported.undecided().isPresent() && state.isPresent()
        ? compared(reported, reported.undecided().get(), state.get(), names, source)
        : reported;
  }

  private static Optional<Channel> channel(InstanceState state, String name) {
    return state.channel(name);
  }

  /** The binlog that was written before does not grow any more. */
  private static LostOnSourceByReplica byPosition(
      LostOnSourceByReplica now, Optional<Received> before, Source source) {
    LostOnSource then =
        before
            .map(known -> LostOnSource.beyond(known.place(), source.logs()))
            .filter(LostOnSource::areFound)
            .orElse(now.lostOnSource());
    return new LostOnSourceByReplica(
        now.address(), now.channel(), now.lostOnSource().areFound() ? now.lostOnSource() : then);
  }

  private LostOnSourceByReplica compared(
      LostOnSourceByReplica reported,
      GtidSet undecided,
      InstanceState state,
      SourceNames names,
      Source source) {
    Observed<String> first =
        new StartNames(source.session(), source.state(), deadline)
            .first(source.end(), incident.ended().seenByItsClock());
    if (!(first instanceof Observed.Known<String>(String log))) {
      return reported.leaving(
          undecided, "which of its binlogs it began since is not known: " + first);
    }
    try (Session replica = servers.open(reported.address(), deadline)) {
      SameNames.Found found =
          new SameNames(names, source.logs(), source.session(), log)
              .compare(undecided, new ReplicaBinlog(replica, state, deadline), reported.channel());
      return reported.with(found.lost(), found.undecided());
    } catch (OrchestratorException e) {
      return reported.leaving(undecided, e.observed());
    }
  }

  private Observed<GtidSet> elsewhere(InstanceState source) {
    if (!(source.channels() instanceof Observed.Known<List<Channel>>(List<Channel> channels))) {
      return Observed.unknown("whether it replicates from others is not known");
    }
    if (channels.isEmpty()) {
      return Observed.absent("it has no source");
    }
    Optional<GtidSet> all = Optional.empty();
    for (Channel each : channels) {
      InstanceAddress address = around.keptUnder(each.source());
      Observed<GtidSet> executed = executed(address);
      if (!(executed instanceof Observed.Known<GtidSet>(GtidSet has))) {
        return executed;
      }
      all = Optional.of(all.map(has::union).orElse(has));
    }
    return Observed.known(all.orElseThrow());
  }

  private Observed<GtidSet> executed(InstanceAddress address) {
    Deadline soon = Deadline.after(ELSEWHERE_MAX);
    try (Session session = servers.open(address, soon)) {
      return session.read(soon).gtid().executed();
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  /** Asks once, and only when it is needed. For one thread. */
  private static final class Once<T> implements Supplier<T> {
    private final Supplier<T> asked;
    private Optional<T> answer = Optional.empty();

    private Once(Supplier<T> asked) {
      this.asked = asked;
    }

    static <T> Once<T> of(Supplier<T> asked) {
      return new Once<>(asked);
    }

    @Override
    public T get() {
      if (answer.isEmpty()) {
        answer = Optional.of(asked.get());
      }
      return answer.get();
    }
  }
}
