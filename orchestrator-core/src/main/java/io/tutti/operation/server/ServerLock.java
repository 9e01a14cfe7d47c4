package io.tutti.operation.server;

import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.Looks;
import io.tutti.operation.Permit;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.NamedLock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * The lock of one server, held by a connection over which nothing else is done. It ends with that
 * one, which the server ends where nothing is said for a minute, as of a controller that vanished
 * with its host. So it is asked for again while it is held, and over another connection where that
 * one broke.
 */
final class ServerLock {
  static final String NAME = "tutti.act";

  /** Nobody is served meanwhile, and who lives answers in a hundredth of that. */
  private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

  /** A quarter of the silence after which a server ends the connection. */
  static final Duration ASK_EVERY = ServerSessions.CLAIM_IDLE_MAX.dividedBy(4);

  /** Who could not be connected to is not waited for again so soon. */
  private static final Duration SILENT_MAX = Duration.ofSeconds(5);

  private static final Duration GIVE_BACK_MAX = Duration.ofSeconds(1);

  private final Servers servers;
  private final InstanceAddress server;
  private final Duration askEvery;
  private final CountDownLatch released = new CountDownLatch(1);
  private Optional<Session> session = Optional.empty();
  private volatile Optional<Answer> last = Optional.empty();
  private volatile long answeredNanos;

  /** Operations; guarded by who keeps all locks. */
  private int users;

  /** What came of asking for it. */
  sealed interface Answer {
    /** Nobody else has it. */
    record Ours() implements Answer {}

    /** Another controller has it. */
    record OfAnother(List<NamedLock.Holder> holders) implements Answer {
      public OfAnother {
        holders = List.copyOf(holders);
      }
    }

    /** It could not be connected to. */
    record Silent(OrchestratorException failure) implements Answer {}

    /** It answers, and not this. */
    record NotKnown(String why) implements Answer {}

    default boolean isOfAnother() {
      return this instanceof OfAnother;
    }

    /** Why nobody may act there; of who is silent other servers say it. */
    default Optional<StepFailure> failure(InstanceAddress server) {
      return switch (this) {
        case Ours ours -> Optional.empty();
        case Silent silent -> Optional.empty();
        case OfAnother(List<NamedLock.Holder> holders) -> Optional.of(taken(server, holders));
        case NotKnown(String why) ->
            Optional.of(
                StepFailure.fatal(
                    "Whether another controller acts on %s is not known: %s."
                        .formatted(server, withoutStop(why)),
                    Remedies.of("ask again in a moment")));
      };
    }

    private static StepFailure taken(InstanceAddress server, List<NamedLock.Holder> holders) {
      return StepFailure.fatal(
          "Another controller acts on %s just now: %s."
              .formatted(
                  server,
                  holders.stream()
                      .map(NamedLock.Holder::saidWithSilence)
                      .collect(Collectors.joining("; "))),
          Remedies.of("wait until it has ended, or end it, look at what it did, and ask again")
              .or(
                  "if that controller is gone: %s on %s ends its session, and its lock with it; the server does that itself %d s after its last word"
                      .formatted(
                          holders.stream()
                              .map(each -> "KILL " + each.session())
                              .collect(Collectors.joining("; ")),
                          server,
                          ServerSessions.CLAIM_IDLE_MAX.toSeconds())));
    }
  }

  ServerLock(Servers servers, InstanceAddress server, Duration askEvery) {
    this.servers = servers;
    this.server = server;
    this.askEvery = askEvery;
  }

  InstanceAddress server() {
    return server;
  }

  void retain() {
    users++;
    if (users == 1) {
      Thread.ofVirtual().name("acting-lock-" + server).start(this::keep);
    }
  }

  /** Whether nobody needs it any more. */
  boolean release() {
    users--;
    return users == 0;
  }

  private void keep() {
    try {
      while (!released.await(askEvery.toMillis(), TimeUnit.MILLISECONDS)) {
        Permit.ofNone(() -> ask(Duration.ZERO));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static String withoutStop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  Optional<Answer> last() {
    return last;
  }

  /** Why it could not be connected to, just now. */
  Optional<OrchestratorException> silent() {
    return last.filter(each -> System.nanoTime() - answeredNanos < SILENT_MAX.toNanos())
        .flatMap(each ->
            each instanceof Answer.Silent(OrchestratorException failure)
                ? Optional.of(failure)
                : Optional.empty());
  }

  /** So that all are connected to at once, before the first of them is asked. */
  synchronized ServerLock connect() {
    if (session.isEmpty() && silent().isEmpty()) {
      try {
        session = Optional.of(open());
      } catch (OrchestratorException e) {
        answered(new Answer.Silent(e));
      }
    }
    return this;
  }

  private Session open() {
    return servers.open(server, Deadline.after(ANSWER_MAX));
  }

  /** Until it is ours, or for so long. It is looked at again and again: no statement hangs. */
  Answer ask(Duration waitMax) {
    Looks looks = new Looks();
    while (true) {
      Answer answer = ask();
      if (!answer.isOfAnother() || looks.haveTaken(waitMax) || waitMax.isZero()) {
        return answer;
      }
      LockSupport.parkNanos(looks.next().toNanos());
    }
  }

  /** Over another connection where the one that was open broke. */
  private synchronized Answer ask() {
    if (released.getCount() == 0) {
      return new Answer.Ours();
    }
    Optional<OrchestratorException> silent = silent();
    if (silent.isPresent()) {
      return new Answer.Silent(silent.get());
    }
    Answer answer = askOnce();
    return answered(answer instanceof Answer.NotKnown ? askOnce() : answer);
  }

  private Answer answered(Answer answer) {
    last = Optional.of(answer);
    answeredNanos = System.nanoTime();
    return answer;
  }

  private Answer askOnce() {
    try {
      if (session.isEmpty()) {
        session = Optional.of(open());
      }
    } catch (OrchestratorException e) {
      return new Answer.Silent(e);
    }
    try {
      return answer(session.get().claimAlone(NAME, Deadline.after(ANSWER_MAX)));
    } catch (OrchestratorException e) {
      session.ifPresent(Session::close);
      session = Optional.empty();
      return new Answer.NotKnown(e.observed());
    }
  }

  private static Answer answer(Observed<NamedLock> asked) {
    return switch (asked) {
      case Observed.Known<NamedLock>(NamedLock lock) ->
          lock.isHeld() ? new Answer.Ours() : new Answer.OfAnother(lock.others());
      case Observed.Absent<NamedLock> absent -> new Answer.Ours();
      case Observed.Unknown<NamedLock>(String why) -> new Answer.NotKnown(why);
    };
  }

  synchronized ServerLock giveBack() {
    released.countDown();
    session.ifPresent(open -> {
      try (open) {
        open.giveBack(NAME, Deadline.after(GIVE_BACK_MAX));
      } catch (OrchestratorException e) {
        // It ended, and its lock with it.
      }
    });
    session = Optional.empty();
    return this;
  }
}
