package io.tutti.announcement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.analysis.Evidence;
import io.tutti.analysis.Finding;
import io.tutti.analysis.FindingCode;
import io.tutti.analysis.Severity;
import io.tutti.announcement.Announcement.Cleared;
import io.tutti.fixtures.WebhookReceiver;
import io.tutti.fixtures.WebhookReceiver.Received;
import io.tutti.webhook.Webhook;
import io.tutti.webhook.WebhookSender;
import io.tutti.world.FindingChanges.Change;
import io.tutti.world.Found;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FindingAnnouncerTest {
  private static final int FLOOD = 1_000;

  private final WebhookReceiver receiver = new WebhookReceiver();
  private final FindingAnnouncer announcer =
      new FindingAnnouncer(
          new WebhookSender(
              new Webhook(
                  receiver.address(),
                  Optional.empty(),
                  Duration.ofSeconds(30),
                  2,
                  Duration.ofMillis(5),
                  Duration.ofMillis(5)),
              () -> Instant.EPOCH),
          Severity.WARNING,
          FindingAnnouncerTest::text,
          new FindingAnnouncer.Pace(Duration.ofMillis(100), Duration.ofMillis(50)),
          () -> Instant.EPOCH);

  FindingAnnouncerTest() {
    announcer.start();
  }

  @AfterEach
  void close() {
    announcer.close();
    receiver.close();
  }

  private static String text(Announcement message) {
    return "%s %d/%d +%s -%s"
        .formatted(
            message.isComplete() ? "all" : "changed",
            message.part(),
            message.parts(),
            subjects(message.found()),
            subjects(message.cleared().stream().map(Cleared::found).toList()));
  }

  private static String subjects(List<Found> found) {
    return found.size() > 10
        ? "" + found.size()
        : found.stream()
            .map(each -> each.finding().subject())
            .collect(Collectors.joining(",", "[", "]"));
  }

  private static Found lost(String subject, int since) {
    return found(FindingCode.INSTANCE_UNREACHABLE, subject, since);
  }

  private static Found found(FindingCode code, String subject, int since) {
    return new Found(
        new Finding(
            code,
            code.severity(),
            "c:1",
            new Finding.About(subject, Optional.empty()),
            Evidence.of("It is so.")),
        Instant.ofEpochSecond(since));
  }

  private void change(Found... current) {
    announcer.accept(
        new Change(Instant.EPOCH, false, List.of(current), Map.of(), List.of(), List.of()));
  }

  private List<String> bodies() {
    return receiver.received().stream().map(Received::body).toList();
  }

  private void awaitBodies(String... bodies) {
    await().untilAsserted(() -> assertThat(bodies()).containsExactly(bodies));
  }

  @Test
  void atFirstAllThatIsFoundIsSentAndThenWhatChanges() {
    change(lost("a:1", 0));
    awaitBodies("all 1/1 +[a:1] -[]");
    change(lost("a:1", 0), lost("b:1", 1));
    awaitBodies("all 1/1 +[a:1] -[]", "changed 1/1 +[b:1] -[]");
    change(lost("b:1", 1));
    awaitBodies("all 1/1 +[a:1] -[]", "changed 1/1 +[b:1] -[]", "changed 1/1 +[] -[a:1]");
    assertThat(receiver.received().stream().map(Received::id).distinct()).hasSize(3);
  }

  @Test
  void whereNothingIsFoundThatIsSentToo() {
    change();
    awaitBodies("all 1/1 +[] -[]");
  }

  @Test
  void whatIsMilderIsNotSent() {
    change(lost("a:1", 0), found(FindingCode.FENCED, "b:1", 0));
    awaitBodies("all 1/1 +[a:1] -[]");
  }

  @Test
  void aFloodIsFewMessages() {
    change();
    awaitBodies("all 1/1 +[] -[]");
    List<Found> flood =
        IntStream.range(0, FLOOD).mapToObj(each -> lost("s" + each + ":1", 1)).toList();
    for (int count = FLOOD / 4; count <= FLOOD; count += FLOOD / 4) {
      change(flood.subList(0, count).toArray(Found[]::new));
    }
    await().until(() -> bodies().stream().mapToInt(FindingAnnouncerTest::reported).sum() == FLOOD);
    assertThat(receiver.received()).hasSizeLessThanOrEqualTo(6);
    int sent = receiver.received().size();
    change();
    await().until(() -> bodies().contains("changed 2/2 +[] -500"));
    assertThat(receiver.received()).hasSize(sent + 2);
  }

  private static int reported(String body) {
    String found = body.substring(body.indexOf('+') + 1, body.indexOf(" -"));
    return found.startsWith("[")
        ? found.equals("[]") ? 0 : found.split(",").length
        : Integer.parseInt(found);
  }

  @Test
  void whatComesAndGoesBetweenTwoMessagesIsNotSentAndWhatComesAgainIs() {
    change(lost("a:1", 0));
    awaitBodies("all 1/1 +[a:1] -[]");
    change(lost("a:1", 0), lost("b:1", 1));
    change();
    change(lost("a:1", 2));
    awaitBodies("all 1/1 +[a:1] -[]", "changed 1/1 +[a:1] -[]");
  }

  @Test
  void afterAMessageThatWasGivenUpAllIsSentAgain() {
    change(lost("a:1", 0));
    awaitBodies("all 1/1 +[a:1] -[]");
    receiver.answers(500);
    change(lost("b:1", 1));
    await().until(() -> receiver.received().size() > 4);
    List<Received> failed = receiver.received();
    assertThat(failed.get(1).body()).isEqualTo("changed 1/1 +[b:1] -[a:1]");
    assertThat(failed.get(2))
        .usingRecursiveComparison()
        .ignoringFields("timestamp")
        .isEqualTo(failed.get(1));
    assertThat(failed.get(3).body()).isEqualTo("all 1/1 +[b:1] -[]");
    receiver.answers(200);
    int before = receiver.received().size();
    await().until(() -> receiver.received().size() > before);
    change(lost("b:1", 1), lost("c:1", 2));
    await().until(() -> bodies().getLast().equals("changed 1/1 +[c:1] -[]"));
  }

  @Test
  void whoPublishesIsNeverWaitedFor() {
    receiver.answers(WebhookReceiver.HANGS);
    change(lost("a:1", 0));
    await().until(() -> !receiver.received().isEmpty());
    long begun = System.nanoTime();
    IntStream.range(0, FLOOD).forEach(each -> change(lost("s" + each + ":1", each)));

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    assertThat(receiver.received()).hasSize(1);
  }
}
