package io.tutti.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.fixtures.WebhookReceiver;
import io.tutti.fixtures.WebhookReceiver.Received;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSenderTest {
  private static final String SECRET = "sixteen bytes or more";
  private static final Message MESSAGE = new Message("msg-1", "{\"lost\":\"ä\"}");
  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

  private final WebhookReceiver receiver = new WebhookReceiver();

  @AfterEach
  void close() {
    receiver.close();
  }

  private WebhookSender sender(URI address, Duration answerMax, int attempts) {
    return new WebhookSender(
        new Webhook(
            address,
            Optional.of(new SigningKey(SECRET)),
            answerMax,
            attempts,
            Duration.ofMillis(5),
            Duration.ofMillis(20)),
        () -> NOW);
  }

  private WebhookSender sender(int attempts) {
    return sender(receiver.address(), Duration.ofSeconds(30), attempts);
  }

  @Test
  void whatIsSentIsSignedOverIdTimeAndBody() throws Exception {
    assertThat(sender(1).deliver(MESSAGE)).isEqualTo(new Outcome.Delivered(1));

    Received request = receiver.received().getFirst();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] expected =
        mac.doFinal(
            (request.id() + "." + request.timestamp() + "." + request.body())
                .getBytes(StandardCharsets.UTF_8));
    assertThat(request.body()).isEqualTo(MESSAGE.body());
    assertThat(request.timestamp()).isEqualTo("1700000000");
    assertThat(request.signature()).hasValue("v1," + Base64.getEncoder().encodeToString(expected));
    assertThat(request.path()).isEqualTo("/hook?key=hidden");
  }

  /** The example of https://github.com/standard-webhooks/standard-webhooks. */
  @Test
  void theSignatureIsThatOfStandardWebhooks() {
    assertThat(
            new SigningKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
                .sign(
                    "msg_p5jXN8AQM9LWM0D4loKWxJek",
                    1_614_265_330,
                    "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 503})
  void whatMayPassIsTriedAgainWithTheSameIdAndBody(int status) throws Exception {
    receiver.answers(status);

    assertThat(sender(3).deliver(MESSAGE))
        .isEqualTo(new Outcome.GivenUp(3, "It answered " + status + "."));

    assertThat(receiver.received()).hasSize(3);
    assertThat(receiver.received().stream().map(Received::id).distinct()).containsExactly("msg-1");
    assertThat(receiver.received().stream().map(Received::body).distinct())
        .containsExactly(MESSAGE.body());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 410})
  void whatIsRefusedIsNotTriedAgain(int status) throws Exception {
    receiver.answers(status);

    assertThat(sender(3).deliver(MESSAGE)).isInstanceOf(Outcome.GivenUp.class);
    assertThat(receiver.received()).hasSize(1);
  }

  @Test
  void aReceiverThatRecoversGetsIt() throws Exception {
    receiver.answers(503);
    CompletableFuture<Outcome> outcome =
        CompletableFuture.supplyAsync(() -> deliver(sender(10_000)));
    await().until(() -> receiver.received().size() > 2);
    receiver.answers(204);

    assertThat(outcome.get()).isInstanceOf(Outcome.Delivered.class);
  }

  private static Outcome deliver(WebhookSender sender) {
    try {
      return sender.deliver(MESSAGE);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {WebhookReceiver.HANGS, WebhookReceiver.TRICKLES})
  void oneThatHangsIsNotWaitedFor(int answer) throws Exception {
    receiver.answers(answer);

    assertThat(sender(receiver.address(), Duration.ofMillis(300), 2).deliver(MESSAGE))
        .isEqualTo(new Outcome.GivenUp(2, "It did not answer within 0.3 s."));
  }

  @Test
  void noRedirectIsFollowed() throws Exception {
    try (WebhookReceiver other = new WebhookReceiver()) {
      receiver.redirectsTo(other.address());

      assertThat(sender(3).deliver(MESSAGE))
          .isEqualTo(
              new Outcome.GivenUp(1, "It answered 307: it redirects, which is not followed."));
      assertThat(receiver.received()).hasSize(1);
      assertThat(other.received()).isEmpty();
    }
  }

  @Test
  void oneThatIsNotThereIsTriedAgainAndNothingSecretIsSaid() throws Exception {
    URI address = receiver.address();
    receiver.close();

    assertThat(sender(address, Duration.ofSeconds(5), 2).deliver(MESSAGE))
        .isInstanceOfSatisfying(
            Outcome.GivenUp.class,
            outcome -> {
              assertThat(outcome.attempts()).isEqualTo(2);
              assertThat(outcome.why()).contains("could not be reached").doesNotContain("hidden");
            });
    assertThat(sender(address, Duration.ofSeconds(5), 2).webhook().toString())
        .isEqualTo("http://127.0.0.1:" + address.getPort());
  }

  @Test
  void aPauseEndsWhenTheControllerStops() throws Exception {
    receiver.answers(503);
    WebhookSender sender =
        new WebhookSender(
            new Webhook(
                receiver.address(),
                Optional.empty(),
                Duration.ofSeconds(5),
                9,
                Duration.ofHours(1),
                Duration.ofHours(1)),
            () -> NOW);
    CompletableFuture<Outcome> outcome = CompletableFuture.supplyAsync(() -> deliver(sender));
    await().until(() -> !receiver.received().isEmpty());
    sender.close();

    assertThat(outcome.get()).isInstanceOf(Outcome.GivenUp.class);
    assertThat(receiver.received().getFirst().signature()).isEmpty();
  }

  @Test
  void pausesDoubleUpToTheLongest() {
    Webhook webhook =
        new Webhook(
            receiver.address(),
            Optional.empty(),
            Duration.ofSeconds(5),
            9,
            Duration.ofSeconds(1),
            Duration.ofSeconds(60));

    assertThat(List.of(1, 2, 3, 6, 7, 1_000).stream().map(webhook::pauseAfter))
        .extracting(Duration::toSeconds)
        .containsExactly(1L, 2L, 4L, 32L, 60L, 60L);
  }

  @ParameterizedTest
  @CsvSource({
    "ftp://127.0.0.1/x,it does not begin with http:// or https://",
    "127.0.0.1/x,it does not begin with http:// or https://",
    "https:///x,it names no host",
    "https://a:b@127.0.0.1/x,it holds a user's name",
    "https://with space/x,it is no address",
  })
  void anAddressToWhichNothingCanBeSentIsRefused(String text, String why) {
    assertThatThrownBy(() -> Webhook.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aSecretThatCanBeGuessedIsRefused() {
    assertThatThrownBy(() -> new SigningKey("short"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("it has 5 bytes, and needs 16");
    assertThat(new SigningKey(SECRET).toString()).doesNotContain(SECRET);
  }
}
