package io.tutti.rest;

import io.tutti.doctor.Check;
import io.tutti.doctor.ServerChecks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at many, a few at once, all within one time. What becomes of one takes nothing from the
 * others.
 */
final class ManyLooks {
  private static final Logger LOG = LoggerFactory.getLogger(ManyLooks.class);
  private static final int AT_ONCE_MAX = 16;

  private final Duration longest;

  ManyLooks(Duration longest) {
    this.longest = longest;
  }

  /** In the order of the subjects. */
  <K> Map<K, List<Check>> of(List<K> subjects, Function<K, List<Check>> look)
      throws InterruptedException {
    Semaphore places = new Semaphore(AT_ONCE_MAX);
    List<Callable<List<Check>>> looks =
        subjects.stream().map(subject -> within(places, () -> look.apply(subject))).toList();
    Map<K, List<Check>> found = new LinkedHashMap<>();
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      List<Future<List<Check>>> ended =
          threads.invokeAll(looks, longest.toMillis(), TimeUnit.MILLISECONDS);
      for (int i = 0; i < ended.size(); i++) {
        found.put(subjects.get(i), outcome(ended.get(i)));
      }
    } finally {
      // Not closed: that would wait for a look that does not end.
      threads.shutdownNow();
    }
    return found;
  }

  private static Callable<List<Check>> within(Semaphore places, Callable<List<Check>> look) {
    return () -> {
      places.acquire();
      try {
        return look.call();
      } finally {
        places.release();
      }
    };
  }

  private List<Check> outcome(Future<List<Check>> look) {
    return switch (look.state()) {
      case SUCCESS -> look.resultNow();
      case FAILED -> {
        LOG.warn("A look at a server broke", look.exceptionNow());
        yield ServerChecks.broken(look.exceptionNow());
      }
      case RUNNING, CANCELLED -> ServerChecks.notLookedAt(longest);
    };
  }
}
