package io.tutti.cli.view;

import io.tutti.binlog.simulate.Facts;
import io.tutti.binlog.simulate.Prediction;
import io.tutti.binlog.simulate.Prediction.Point;
import io.tutti.binlog.simulate.Simulation;
import io.tutti.binlog.simulate.Workload;
import java.util.LinkedHashMap;
import java.util.Map;

/** What other settings of an applier would give, as JSON. */
public final class SimulationDocument {
  private SimulationDocument() {}

  /** The fields of the document. */
  public static Map<String, Object> of(Simulation simulation) {
    Map<String, Object> fields = new LinkedHashMap<>();
    Workload workload = simulation.workload();
    fields.put("transactions", workload.count());
    fields.put("complete", !workload.isCut() && workload.unread().isEmpty());
    fields.put("confidence", simulation.confidence().name());
    fields.put("reasons", simulation.reasons());
    fields.put("facts", facts(simulation.facts()));
    fields.put("keylessTables", workload.keyless());
    fields.put("keylessTransactions", workload.withoutKeys());
    fields.put("unknownTables", workload.unknown());
    fields.put("unknownTransactions", workload.withUnknownKeys());
    fields.put("statementTransactions", workload.byStatements());
    fields.put(
        "predictions",
        simulation.predictions().stream().map(SimulationDocument::prediction).toList());
    fields.put("leftOut", simulation.leftOut());
    return fields;
  }

  private static Map<String, Object> facts(Facts facts) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("commitMicros", facts.commit());
    fields.put("commitMeasured", facts.isCommitMeasured());
    fields.put("transactionMicros", facts.transaction());
    fields.put("rowMicros", facts.row());
    fields.put("dispatchMicros", facts.dispatch());
    fields.put("cores", facts.cores());
    fields.put("historySize", facts.historySize());
    facts.serialRate().ifPresent(rate -> fields.put("serialTransactionsPerSecond", rate));
    return fields;
  }

  private static Map<String, Object> prediction(Prediction prediction) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("scheme", prediction.scheme().text());
    fields.put("enough", point(prediction.smallest()));
    fields.put("best", point(prediction.best()));
    fields.put("limit", prediction.limit().name());
    fields.put("speedupWithoutLimit", prediction.gain());
    prediction
        .range()
        .ifPresent(range -> {
          fields.put("speedupLow", range.low());
          fields.put("speedupHigh", range.high());
        });
    fields.put("points", prediction.points().stream().map(SimulationDocument::point).toList());
    return fields;
  }

  private static Map<String, Object> point(Point point) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("workers", point.workers());
    fields.put("seconds", point.seconds());
    fields.put("speedup", point.speedup());
    fields.put("retries", point.retries());
    return fields;
  }
}
