package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.fixtures.WebhookReceiver;
import io.tutti.fixtures.WebhookReceiver.Received;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the pages about metrics and webhooks show is what other programs get. */
@Matrix
class PagesOfWatchersTest {

  @Test
  void scrape() throws IOException {
    int port = freePort();
    try (Bed bed =
        Bed.of(ServerRelease.MYSQL_8_0_15)
            .settings(Map.of("TUTTI_MANAGEMENT_PORT", Integer.toString(port)))
            .start()) {
      bed.awaitKnown();
      List<String> lines = PageExamples.blocks("metrics.md", "A scrape").getFirst().lines();
      PageShell shell = PageShell.of(bed.controller()).with("7307", port);

      shell.run(lines.get(0));
      await()
          .untilAsserted(() ->
              PageExamples.assertLinesOf(lines.subList(2, lines.size()), shell.run(lines.get(1))));
    }
  }

  @Test
  void message() {
    try (WebhookReceiver receiver = new WebhookReceiver();
        Bed bed =
            Bed.of(ServerRelease.MYSQL_8_0_15)
                .settings(
                    Map.of(
                        "TUTTI_WEBHOOK_URL",
                        receiver.address().toString(),
                        "TUTTI_WEBHOOK_SECRET",
                        "of the webhook alone"))
                .start()) {
      bed.awaitKnown();
      await().until(() -> has(receiver, "findings.current").isPresent());
      SandboxServer replica = bed.replica();
      replica.execute("STOP SLAVE SQL_THREAD");
      await().until(() -> has(receiver, "APPLIER_STOPPED").isPresent());

      Received message = has(receiver, "APPLIER_STOPPED").orElseThrow();
      List<PageBlock> page = PageExamples.blocks("webhooks.md", "Example");
      PageExamples.assertLinesOf(
          page.get(0).lines(),
          """
          webhook-id: %s
          webhook-timestamp: %s
          webhook-signature: %s
          """
              .formatted(message.id(), message.timestamp(), message.signature().orElse("")));
      PageJson.assertShown(page.get(1), page.get(1).text(), message.body());
      assertThat(message.body()).contains(replica.address().toString());
    }
  }

  private static Optional<Received> has(WebhookReceiver receiver, String word) {
    return receiver.received().stream().filter(each -> each.body().contains(word)).findFirst();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
