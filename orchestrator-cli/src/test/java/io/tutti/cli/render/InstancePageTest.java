package io.tutti.cli.render;

import static io.tutti.cli.render.SampleInstance.UUID;
import static io.tutti.cli.render.SampleInstance.reached;
import static io.tutti.cli.render.SampleInstance.unread;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.InstanceView;
import io.tutti.cli.view.Json;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class InstancePageTest {
  private static String page(SampleInstance instance) {
    InstanceView view = Json.parse(instance.json()).orElseThrow().as(InstanceView.class);
    return new InstancePage(Glyphs.UNICODE, true)
        .lines(view).stream().map(Line::plain).collect(Collectors.joining("\n"));
  }

  @Test
  void showsReceiverCoordinatorAndEveryWorker() {
    String page =
        page(
            reached("b:1")
                .role("REPLICA")
                .rawChannel(
                    """
                    {"name":"from_a","source":"a:1","positioning":"AUTO_POSITION",
                     "receiver":{"state":"RUNNING","stateText":"Waiting","read":{"value":"binlog.000001:155"}},
                     "applier":{"state":"STOPPED","executed":{"value":"binlog.000001:100"},"delaySeconds":{"value":0.0},
                       "lastError":{"number":1062,"message":"Duplicate entry","at":"2026-11-20T10:00:00Z"},
                       "relayLogBytes":{"value":561},
                       "workers":[{"id":1,"state":"RUNNING","lastApplied":{"value":"%1$s:5"},"applying":{"absent":"idle"}},
                                  {"id":2,"state":"STOPPED","applying":{"value":"%1$s:6"},"lastError":{"number":1062,"message":"row 7"}}]},
                     "lag":{"value":{"millis":9500,"source":"COMMIT_TIMESTAMPS","misses":"what was not fetched"}}}\
                    """
                        .formatted(UUID)));

    assertThat(page)
        .contains("channel from_a from a:1  by auto position  lag 9.5s ct")
        .contains("  the lag misses what was not fetched")
        .contains("  receiver     running  Waiting")
        .contains("  coordinator  stopped")
        .contains("  applier error 1062 at 2026-11-20T10:00:00Z: Duplicate entry")
        .contains("  worker  state    last applied")
        .contains("  1       running  " + UUID + ":5  -")
        .contains("  worker 2 error 1062: row 7")
        .doesNotContain("delay");
  }

  @Test
  void saysWhyAFactIsMissing() {
    String page =
        page(
            reached("a:1")
                .with(
                    """
                    "durability":{"syncBinlog":{"value":1},"doublewrite":{"unknown":"no privilege"}},
                    "semiSync":{"sourceEnabled":{"absent":"no plugin"},"replicaEnabled":{"absent":"no plugin"}},
                    "settings":{"sync_binlog":"1"}\
                    """));

    assertThat(page)
        .contains("  sync binlog  1\n  doublewrite  unknown: no privilege")
        .contains("semi sync\n  none: no plugin")
        .contains("settings\n  sync_binlog  1");
  }

  @Test
  void saysWhyAnInstanceCouldNotBeRead() {
    String page =
        page(
            unread("z:1", "FAILED")
                .with(
                    """
                    "failure":{"code":"HOST_UNKNOWN","observed":"z does not resolve.","remedies":[{"sentence":"mend the name"}],
                      "since":"2026-11-20T10:00:00Z","attempts":7}\
                    """));

    assertThat(page)
        .contains("failed, never read")
        .contains("  HOST_UNKNOWN (7 attempts since 2026-11-20T10:00:00Z)")
        .contains("  z does not resolve.\n  remedy: mend the name");
  }
}
