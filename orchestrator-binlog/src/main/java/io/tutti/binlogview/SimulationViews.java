package io.tutti.binlogview;

import io.tutti.api.SimulationView;
import io.tutti.api.SimulationView.FactsView;
import io.tutti.api.SimulationView.PointView;
import io.tutti.api.SimulationView.PredictionView;
import io.tutti.binlog.simulate.Facts;
import io.tutti.binlog.simulate.Prediction;
import io.tutti.binlog.simulate.Prediction.Point;
import io.tutti.binlog.simulate.Prediction.Range;
import io.tutti.binlog.simulate.Simulation;
import io.tutti.binlog.simulate.Workload;

/** Turns predictions into records of the contract. */
public final class SimulationViews {
  private SimulationViews() {}

  public static SimulationView of(Simulation simulation) {
    Workload workload = simulation.workload();
    return new SimulationView(
        workload.count(),
        !workload.isCut() && workload.unread().isEmpty(),
        workload.isCut(),
        workload.unread(),
        simulation.confidence().name(),
        simulation.reasons(),
        facts(simulation.facts()),
        workload.keyless(),
        workload.withoutKeys(),
        workload.unknown(),
        workload.withUnknownKeys(),
        workload.byStatements(),
        simulation.predictions().stream().map(SimulationViews::prediction).toList(),
        simulation.leftOut());
  }

  private static FactsView facts(Facts facts) {
    return new FactsView(
        facts.commit(),
        facts.isCommitMeasured(),
        facts.transaction(),
        facts.row(),
        facts.dispatch(),
        facts.cores(),
        facts.historySize(),
        facts.serialRate());
  }

  private static PredictionView prediction(Prediction prediction) {
    return new PredictionView(
        prediction.scheme().text(),
        point(prediction.smallest()),
        point(prediction.best()),
        prediction.limit().name(),
        prediction.limit().sentence(),
        prediction.gain(),
        prediction.range().map(Range::low),
        prediction.range().map(Range::high),
        prediction.points().stream().map(SimulationViews::point).toList());
  }

  private static PointView point(Point point) {
    return new PointView(point.workers(), point.seconds(), point.speedup(), point.retries());
  }
}
