package io.tutti.app;

import io.tutti.announcement.FindingAnnouncer;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.rest.FindingMessages;
import io.tutti.webhook.SigningKey;
import io.tutti.webhook.Webhook;
import io.tutti.webhook.WebhookSender;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Who is sent findings, by the settings. */
final class Announcing {
  private static final String URL = "tutti.webhook.url";
  private static final String SECRET = "tutti.webhook.secret";
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration PAUSE_MAX = Duration.ofMinutes(1);

  private Announcing() {}

  /**
   * Empty where nobody is to be informed.
   *
   * @throws OrchestratorException INVALID_CONFIGURATION
   */
  static Optional<FindingAnnouncer> of(ControllerSettings.FindingWebhook settings) {
    return settings
        .url()
        .map(url ->
            new FindingAnnouncer(
                new WebhookSender(
                    new Webhook(
                        address(url.value()),
                        key(settings),
                        settings.answerTimeout(),
                        attempts(settings),
                        FIRST_PAUSE,
                        PAUSE_MAX),
                    Clock.systemUTC()),
                settings.severity(),
                FindingMessages::body,
                FindingAnnouncer.Pace.USUAL,
                Clock.systemUTC()));
  }

  private static URI address(String text) {
    try {
      return Webhook.parse(text);
    } catch (IllegalArgumentException e) {
      throw wrong(URL, e, "write it like https://alerts.example.org/tutti");
    }
  }

  private static Optional<SigningKey> key(ControllerSettings.FindingWebhook settings) {
    try {
      return Secrets.resolve(SECRET, settings.secret(), settings.secretFile()).map(SigningKey::new);
    } catch (IllegalArgumentException e) {
      throw wrong(SECRET, e, "take what \"head -c 32 /dev/urandom | base64\" prints");
    }
  }

  private static int attempts(ControllerSettings.FindingWebhook settings) {
    if (settings.attemptsMax() < 1) {
      throw wrong(
          "tutti.webhook.attempts-max",
          new IllegalArgumentException("at least one attempt is made"),
          "write 1 or more");
    }
    return settings.attemptsMax();
  }

  private static OrchestratorException wrong(
      String key, IllegalArgumentException why, String remedy) {
    return new OrchestratorException(
        ErrorCode.INVALID_CONFIGURATION,
        key,
        "The setting %s is not right: %s.".formatted(key, why.getMessage()),
        List.of(remedy),
        why);
  }
}
