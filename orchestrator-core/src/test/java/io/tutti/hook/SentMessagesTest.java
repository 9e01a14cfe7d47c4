package io.tutti.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.fixtures.WebhookReceiver;
import io.tutti.fixtures.WebhookReceiver.Received;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.Messages;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SentMessagesTest {
  private static final String SECRET = "sixteen bytes or more";

  private final WebhookReceiver receiver = new WebhookReceiver();

  @AfterEach
  void close() {
    receiver.close();
  }

  private static HookOptions options(String url, String secret) {
    return new HookOptions("alert", List.of(), Optional.of(url), Optional.of(secret), Map.of());
  }

  private Messages.Channel channel() {
    return new SentMessages(() -> Instant.EPOCH).to(options(receiver.address().toString(), SECRET));
  }

  @Test
  void aMessageIsSignedAndSentAgainUnderTheSameId() {
    receiver.answers(503);
    Thread.ofVirtual()
        .start(() -> {
          await().until(() -> !receiver.received().isEmpty());
          receiver.answers(200);
        });

    HookOutcome outcome = channel().deliver("op-1", "{}", Deadline.after(Duration.ofSeconds(60)));

    assertThat(outcome).isInstanceOf(HookOutcome.Succeeded.class);
    assertThat(outcome.output()).matches("delivered with attempt ([2-9]|\\d\\d), as message op-1");
    assertThat(receiver.received()).extracting(Received::id).containsOnly("op-1");
    assertThat(receiver.received()).hasSizeGreaterThan(1);
    assertThat(receiver.received()).allMatch(each -> each.signature().isPresent());
  }

  @Test
  void oneThatDoesNotAnswerHasFailedAtItsDeadline() {
    receiver.answers(WebhookReceiver.HANGS);

    HookOutcome outcome = channel().deliver("op-1", "{}", Deadline.after(Duration.ofMillis(300)));

    assertThat(outcome)
        .isEqualTo(
            new HookOutcome.Failed("No answer said within its deadline that it was received.", ""));
  }

  @Test
  void anAddressOrASecretThatIsNotRightIsRefused() {
    SentMessages messages = new SentMessages(() -> Instant.EPOCH);

    assertThatThrownBy(() -> messages.to(options("ftp://a", SECRET))).hasMessageContaining("http");
    assertThatThrownBy(() -> messages.to(options("http://127.0.0.1/a", "short")))
        .hasMessageContaining("needs 16");
    assertThat(channel().describe()).doesNotContain("hidden").startsWith("POST http://127.0.0.1:");
  }
}
