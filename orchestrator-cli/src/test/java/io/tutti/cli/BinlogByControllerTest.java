package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.BinlogReadingView;
import io.tutti.binlog.analysis.BinlogAnalyzer;
import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.simulate.Facts;
import io.tutti.binlog.simulate.Simulator;
import io.tutti.binlog.simulate.WorkloadReader;
import io.tutti.binlogview.AnalysisViews;
import io.tutti.binlogview.SimulationViews;
import io.tutti.cli.view.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where no account is named, a controller reads the binlogs; what is printed is the same. */
class BinlogByControllerTest {
  private static final String ID = "20261125-181502-7f3a01c2";

  private final FakeController controller = new FakeController();
  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void copy() throws IOException {
    file = folder.resolve("binlog.000042");
    try (InputStream in =
        Objects.requireNonNull(BinlogVerbTest.class.getResourceAsStream("binlog.000042"))) {
      Files.copy(in, file);
    }
  }

  @AfterEach
  void close() {
    controller.close();
  }

  private CommandRun run(String... arguments) {
    return CommandRun.of(Map.of("TUTTI_URL", controller.url(), "TUTTI_TOKEN", "t"), arguments);
  }

  private static BinlogReadingView reading(
      BinlogReadingView.Kind kind, BinlogReadingView.State state) {
    return new BinlogReadingView(
        ID,
        kind,
        "db1:3306",
        "alice",
        state,
        Instant.EPOCH,
        Optional.empty(),
        new BinlogReadingView.ProgressView(1, 2, 3, Optional.of("binlog.000042")),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static BinlogReadingView done(BinlogReadingView begun, Path file) throws IOException {
    boolean isAnalysis = begun.kind() == BinlogReadingView.Kind.ANALYSIS;
    return new BinlogReadingView(
        begun.id(),
        begun.kind(),
        begun.instance(),
        begun.by(),
        BinlogReadingView.State.SUCCEEDED,
        begun.begunAt(),
        Optional.of(Instant.EPOCH),
        begun.progress(),
        Optional.empty(),
        isAnalysis
            ? Optional.of(AnalysisViews.of(BinlogAnalyzer.analyze(List.of(file), false)))
            : Optional.empty(),
        isAnalysis
            ? Optional.empty()
            : Optional.of(
                SimulationViews.of(
                    Simulator.simulate(
                        WorkloadReader.read(List.of(file), TableKeys.unknown(), 50_000),
                        Facts.assumed(),
                        List.of(),
                        Simulator.WORKERS))));
  }

  private void answer(BinlogReadingView.Kind kind) throws IOException {
    String path =
        kind == BinlogReadingView.Kind.ANALYSIS ? "/api/v1/binlog-analyses" : "/api/v1/simulations";
    BinlogReadingView begun = reading(kind, BinlogReadingView.State.RUNNING);
    String ended = Json.answer(done(begun, file));
    controller.answering("POST " + path, 202, Json.answer(begun));
    controller.answering("GET " + path + "/" + ID, 200, ended);
    controller.answering("GET /api/v1/binlog-analyses", 200, "{\"items\":[]}");
    controller.answering("GET /api/v1/simulations", 200, "{\"items\":[]}");
    controller.answering("GET " + path, 200, "{\"items\":[%s]}".formatted(Json.answer(begun)));
    controller.answering(
        "POST " + path + "/" + ID + ":cancel",
        200,
        Json.answer(reading(kind, BinlogReadingView.State.CANCELLED)));
  }

  @Test
  void whatTheControllerReadsIsPrintedAsFilesAre() throws IOException {
    answer(BinlogReadingView.Kind.ANALYSIS);

    CommandRun ofServer = run("binlog", "analyze", "db1:3306", "--last", "30m", "--rows");

    assertThat(ofServer.exitCode()).as(ofServer.err()).isZero();
    assertThat(ofServer.out()).isEqualTo(run("binlog", "analyze", file.toString()).out());
    assertThat(ofServer.out()).contains("pseudo group size", "AMIL 2.00");
    assertThat(ofServer.err()).contains("\"tutti binlog show " + ID + "\"");
    assertThat(run("binlog", "analyze", "db1:3306", "--json").out())
        .isEqualTo(run("binlog", "analyze", file.toString(), "--json").out());
    assertThat(run("binlog", "show", ID).out()).isEqualTo(ofServer.out());
    Path html = folder.resolve("report.html");
    run("binlog", "analyze", "db1:3306", "--html", html.toString());
    assertThat(Files.readString(html)).contains("<svg", "Pseudo group size");
  }

  @Test
  void predictionsToo() throws IOException {
    answer(BinlogReadingView.Kind.SIMULATION);

    CommandRun ofServer = run("binlog", "simulate", "db1:3306", "--commit-latency", "2");

    assertThat(ofServer.exitCode()).as(ofServer.err()).isZero();
    assertThat(ofServer.out()).isEqualTo(run("binlog", "simulate", file.toString()).out());
    assertThat(run("binlog", "list").out()).contains(ID, "simulation", "running", "db1:3306");
    assertThat(run("binlog", "cancel", ID).out()).contains("db1:3306 was asked to stop");
    assertThat(run("binlog", "cancel", "none").err()).contains("(UNKNOWN_READING)");
  }

  @Test
  void whatTheControllerRefusesIsSaid() {
    controller.answering(
        "POST /api/v1/binlog-analyses",
        409,
        "{\"code\":\"TOO_MANY_READINGS\",\"observed\":\"They are being read already.\"}");

    CommandRun refused = run("binlog", "analyze", "db1:3306");

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("(TOO_MANY_READINGS)");
    assertThat(run("binlog", "analyze", "db1:3306", "--tls").err())
        .contains("are for the account that --user");
    assertThat(run("binlog", "analyze", "db1:3306", "--keys", file.toString()).exitCode())
        .isEqualTo(2);
    CommandRun nobody =
        CommandRun.of(Map.of("TUTTI_HOME", folder.toString()), "binlog", "analyze", "db1:3306");
    assertThat(nobody.exitCode()).isEqualTo(3);
    assertThat(nobody.err()).contains("No controller is known", "read it from here: --user");
  }
}
