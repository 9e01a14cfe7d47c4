package io.tutti.operation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The leave of one operation to speak to servers. Every statement is made within it, and once it is
 * withdrawn none begins any more: so a displaced operation says nothing, whatever its thread is
 * about to do.
 *
 * <ol>
 *   <li>It is withdrawn: what is not being said yet fails with {@link StoppedActing}.
 *   <li>What is being said is waited for, for a moment.
 *   <li>What is still being said then is cut off.
 * </ol>
 */
public final class Permit {
  private static final ScopedValue<Permit> CURRENT = ScopedValue.newInstance();

  private final String of;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition quiet = lock.newCondition();
  private final List<Saying> underWay = new ArrayList<>();
  private Optional<String> withdrawnFor = Optional.empty();

  /** A statement that a server has not answered yet; each is itself only. */
  private static final class Saying {
    private final Runnable cutOff;

    Saying(Runnable cutOff) {
      this.cutOff = cutOff;
    }
  }

  Permit(String of) {
    this.of = of;
  }

  /** That of the operation in which this thread acts; empty where nobody acts for an operation. */
  public static Optional<Permit> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** Does something for the operation. */
  void during(Runnable work) {
    ScopedValue.where(CURRENT, this).run(work);
  }

  /** The same work for another thread, under the permit under which this one acts. */
  public static Runnable handedOn(Runnable work) {
    return current().<Runnable>map(permit -> () -> permit.during(work)).orElse(work);
  }

  /** Does what belongs to no operation, whatever becomes of the one in which this thread acts. */
  public static <T> T ofNone(Supplier<T> work) {
    return ScopedValue.where(CURRENT, new Permit("no operation")).call(work::get);
  }

  /**
   * Says something to a server.
   *
   * @param cutOff ends it from another thread, and returns when the server has let go of it, or
   *     does not answer; it does nothing where what was said continues by itself
   */
  public <T> T say(Supplier<T> statement, Runnable cutOff) {
    Saying saying = new Saying(cutOff);
    lock.lock();
    try {
      requireHeld();
      underWay.add(saying);
    } finally {
      lock.unlock();
    }
    try {
      return statement.get();
    } finally {
      ended(saying);
    }
  }

  /** The same under the permit of this thread, if it acts for an operation. */
  public static <T> T saying(Supplier<T> statement, Runnable cutOff) {
    return current().map(permit -> permit.say(statement, cutOff)).orElseGet(statement);
  }

  private void ended(Saying saying) {
    lock.lock();
    try {
      underWay.remove(saying);
      quiet.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Fails where it was withdrawn. */
  void require() {
    lock.lock();
    try {
      requireHeld();
    } finally {
      lock.unlock();
    }
  }

  private void requireHeld() {
    if (withdrawnFor.isPresent()) {
      throw new StoppedActing(of + " stops here: " + withdrawnFor.get());
    }
  }

  /** Of which operation it is. */
  public String of() {
    return of;
  }

  public boolean isWithdrawn() {
    lock.lock();
    try {
      return withdrawnFor.isPresent();
    } finally {
      lock.unlock();
    }
  }

  /** From now on nothing more is said. */
  void withdraw(String why) {
    lock.lock();
    try {
      withdrawnFor = withdrawnFor.or(() -> Optional.of(why));
    } finally {
      lock.unlock();
    }
  }

  /** After it: waits for what is being said, and then cuts it off. */
  void silence(Duration atMost) {
    for (Saying saying : stillUnderWay(atMost)) {
      saying.cutOff.run();
    }
  }

  private List<Saying> stillUnderWay(Duration atMost) {
    lock.lock();
    try {
      awaitQuiet(atMost);
      return List.copyOf(underWay);
    } finally {
      lock.unlock();
    }
  }

  private void awaitQuiet(Duration atMost) {
    try {
      long left = atMost.toNanos();
      while (!underWay.isEmpty() && left > 0) {
        left = quiet.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // What is still being said is cut off at once.
      Thread.currentThread().interrupt();
    }
  }
}
