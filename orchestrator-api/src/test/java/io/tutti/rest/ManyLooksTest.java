package io.tutti.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.doctor.Check;
import io.tutti.doctor.Check.Verdict;
import io.tutti.error.Remedies;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ManyLooksTest {
  private static final List<Check> WELL =
      List.of(new Check("login", Verdict.OK, "It is well.", Remedies.none()));

  @Test
  void oneThatBreaksTakesNothingFromTheOthers() throws InterruptedException {
    Map<Integer, List<Check>> found =
        new ManyLooks(Duration.ofMinutes(1))
            .of(
                List.of(1, 2, 3),
                each -> {
                  if (each == 2) {
                    throw new IllegalStateException("a defect");
                  }
                  return WELL;
                });

    assertThat(found).containsEntry(1, WELL).containsEntry(3, WELL);
    assertThat(found.get(2))
        .singleElement()
        .matches(check -> check.verdict() == Verdict.FAIL)
        .matches(check -> check.observed().contains("a defect"));
  }

  @Test
  void whatIsNotLookedAtInTimeIsSaidSo() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    List<Integer> servers = IntStream.range(0, 20).boxed().toList();

    Map<Integer, List<Check>> found =
        new ManyLooks(Duration.ofSeconds(1)).of(servers, each -> each == 0 ? WELL : hanging(never));

    assertThat(found).containsOnlyKeys(servers).containsEntry(0, WELL);
    assertThat(Objects.requireNonNull(found.get(19)).toString())
        .contains("not checked completely: the 1 s");
  }

  private static List<Check> hanging(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return WELL;
  }

  @Test
  void aNameIsWaitedForNoLongerThanTheDeadline() {
    CountDownLatch never = new CountDownLatch(1);
    Resolving hanging =
        new Resolving(host -> {
          hanging(never);
          return new InetAddress[0];
        });

    assertThat(hanging.places("slow", Deadline.after(Duration.ofMillis(50))))
        .isEqualTo(Observed.unknown("it was not resolved in time"));
  }

  @Test
  void loopbackIsRecognizedOfIpv6Too() throws UnknownHostException {
    InetAddress near = InetAddress.getByName("::1");

    assertThat(places(near).getFirst().isLoopback()).isTrue();
    assertThat(places(InetAddress.getByName("10.0.0.1")).getFirst().isLoopback()).isFalse();
  }

  private static List<io.tutti.doctor.ServerObservation.Place> places(InetAddress address) {
    return new Resolving(host -> new InetAddress[] {address})
        .places("a", Deadline.after(Duration.ofSeconds(10)))
        .asOptional()
        .orElseThrow();
  }
}
