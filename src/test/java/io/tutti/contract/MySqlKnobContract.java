package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.model.Settings;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.knob.KnobRefusal;
import io.tutti.spi.knob.KnobRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What 5.7 and early 8.0 refuse together: our rules say so before, the server says so after. */
abstract class MySqlKnobContract extends KnobContract {
  private static final String WORKERS = "slave_parallel_workers";
  private static final String ORDER = "slave_preserve_commit_order";
  private static final String TYPE = "slave_parallel_type";
  private static final String TRACKING = "binlog_transaction_dependency_tracking";
  private static final String EXTRACTION = "transaction_write_set_extraction";

  MySqlKnobContract(ServerRelease release, FlavorProvider provider) {
    super(release, provider);
  }

  @Test
  void preservedOrderWithSchemasAsSchemeIsRefusedByRuleAndServer() {
    assertThat(refusals(state().settings(), Map.of(WORKERS, "2", ORDER, "ON", TYPE, "DATABASE")))
        .singleElement()
        .satisfies(refusal -> {
          assertThat(refusal.code()).isEqualTo(ErrorCode.KNOB_CONFLICT);
          assertThat(refusal.remedies()).contains("add slave_parallel_type=LOGICAL_CLOCK");
        });
    control().stop(ReplicationThread.APPLIER, "", soon());
    set(WORKERS, "2");
    set(ORDER, "ON");
    set(TYPE, "DATABASE");
    assertThatThrownBy(() -> control().start(ReplicationThread.APPLIER, "", soon()))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("preserve_commit_order");

    set(TYPE, "LOGICAL_CLOCK");

    assertThat(refusals(state().settings(), Map.of(WORKERS, "3"))).isEmpty();
    control().start(ReplicationThread.APPLIER, "", soon());
    servers().awaitReplicating();
    control().stop(ReplicationThread.APPLIER, "", soon());
    set(WORKERS, "0");
    set(ORDER, "OFF");
    set(TYPE, "DATABASE");
    control().start(ReplicationThread.APPLIER, "", soon());
  }

  @Test
  void preservedOrderWithoutReplicaUpdatesIsRefusedByRuleAndServer() {
    SandboxServer quiet = servers().bare();
    quiet.restart("log_slave_updates=0");
    servers().addChannel(quiet, servers().source(), "");
    try (InstanceClient client = servers().connect(quiet, KnobServers.OPERATOR)) {
      Map<String, String> wanted = new LinkedHashMap<>();
      wanted.put(TYPE, "LOGICAL_CLOCK");
      wanted.put(ORDER, "ON");
      wanted.put(WORKERS, "2");
      Settings settings = client.statusReader().read(List.of(), soon()).settings();
      assertThat(refusals(settings, wanted))
          .singleElement()
          .satisfies(
              refusal -> assertThat(refusal.observed()).contains("log_slave_updates is OFF"));

      catalogueSettingsOf(wanted).forEach(s -> client.replicationControl().set(s, soon()));
      assertThatThrownBy(
              () -> client.replicationControl().start(ReplicationThread.APPLIER, "", soon()))
          .isInstanceOf(OrchestratorException.class)
          .hasMessageContaining("preserve_commit_order");
    }
    quiet.execute("RESET SLAVE ALL", "SET GLOBAL slave_parallel_workers = DEFAULT");
  }

  private List<io.tutti.spi.knob.KnobSetting> catalogueSettingsOf(Map<String, String> wanted) {
    return wanted.entrySet().stream()
        .map(e -> io.tutti.spi.knob.KnobSetting.of(knob(e.getKey()), e.getValue()))
        .toList();
  }

  @Test
  void writeSetsThatAreNotExtractedAreRefusedByRuleAndServer() {
    String extraction = value(knob(EXTRACTION));
    assertThat(refusals(state().settings(), Map.of(TRACKING, "WRITESET", EXTRACTION, "OFF")))
        .extracting(KnobRefusal::code)
        .containsExactly(ErrorCode.KNOB_CONFLICT);
    set(EXTRACTION, "OFF");
    assertThatThrownBy(() -> set(TRACKING, "WRITESET")).isInstanceOf(OrchestratorException.class);

    // In the order of the rules the server takes both, on the way there and on the way back.
    apply(Map.of(TRACKING, "WRITESET", EXTRACTION, "XXHASH64"));
    assertThatThrownBy(() -> set(EXTRACTION, "OFF")).isInstanceOf(OrchestratorException.class);
    apply(Map.of(TRACKING, "COMMIT_ORDER", EXTRACTION, "OFF"));
    set(EXTRACTION, extraction);
  }

  private void apply(Map<String, String> wanted) {
    catalogue()
        .settings(KnobRequest.of(state(), wanted))
        .forEach(setting -> control().set(setting, soon()));
  }

  private List<KnobRefusal> refusals(Settings settings, Map<String, String> wanted) {
    return catalogue()
        .refusals(new KnobRequest("db7:3306", Observed.known(true), settings, wanted));
  }
}
