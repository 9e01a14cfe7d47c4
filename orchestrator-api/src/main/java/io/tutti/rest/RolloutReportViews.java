package io.tutti.rest;

import io.tutti.api.RolloutReportView;
import io.tutti.api.RolloutReportView.CourseView;
import io.tutti.api.RolloutReportView.MeasureView;
import io.tutti.api.RolloutReportView.ReportedChangeView;
import io.tutti.api.RolloutReportView.ReportedReplicaView;
import io.tutti.api.RolloutReportView.ReportedWaveView;
import io.tutti.api.RolloutView;
import io.tutti.plan.OperationId;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.gate.Span;
import io.tutti.rollout.report.Course;
import io.tutti.rollout.report.RolloutReport;
import io.tutti.rollout.report.RolloutReport.Compared;
import io.tutti.rollout.report.RolloutReport.ReplicaReport;
import io.tutti.rollout.report.RolloutReport.WaveReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Reports of rollouts as REST shows them. */
final class RolloutReportViews {
  private static final double MILLIS = 1e3;

  private RolloutReportViews() {}

  static RolloutReportView of(RolloutReport report, Instant now) {
    RolloutView run = RolloutViews.of(report.run());
    return new RolloutReportView(
        run.id(),
        run.name(),
        run.state(),
        report.summary(),
        run.by(),
        run.createdAt(),
        now,
        report.waves().stream().map(RolloutReportViews::wave).toList(),
        run.leftOut(),
        run.decisions(),
        run.file());
  }

  private static ReportedWaveView wave(WaveReport wave) {
    return new ReportedWaveView(
        wave.wave().number(),
        wave.wave().state().name(),
        wave.wave().beganAt(),
        wave.sentences(),
        wave.replicas().stream().map(RolloutReportViews::replica).toList());
  }

  private static ReportedReplicaView replica(ReplicaReport report) {
    RolloutRun.ReplicaRun replica = report.replica();
    return new ReportedReplicaView(
        replica.target().address().toString(),
        replica.target().cluster(),
        replica.target().flavor(),
        replica.state().name(),
        Optional.of(replica.why()).filter(why -> !why.isEmpty()),
        replica.target().settings().stream().map(Object::toString).toList(),
        replica.target().settings().stream()
            .flatMap(setting -> setting.because().stream())
            .distinct()
            .toList(),
        replica.control().map(Object::toString),
        change(replica.change(), report.changed()),
        change(replica.undo(), report.undone()),
        report.compared().stream().map(RolloutReportViews::measure).toList(),
        report.notShown());
  }

  private static Optional<ReportedChangeView> change(
      Optional<OperationId> operation, Optional<Span> span) {
    return operation.map(
        id -> new ReportedChangeView(id.toString(), span.map(Span::began), span.map(Span::ended)));
  }

  private static MeasureView measure(Compared compared) {
    return new MeasureView(
        compared.quantity().words(),
        compared.quantity().unit(),
        course(compared.own()),
        compared.control().map(RolloutReportViews::course));
  }

  private static CourseView course(Course course) {
    List<Course.Point> points = course.points();
    Optional<Instant> from = points.stream().findFirst().map(Course.Point::at);
    return new CourseView(
        rounded(course.before()),
        rounded(course.after()),
        from,
        from.stream()
            .flatMap(first ->
                points.stream().map(each -> Duration.between(first, each.at()).toMillis() / MILLIS))
            .toList(),
        points.stream().flatMap(each -> Stream.of(rounded(each.value()))).toList());
  }

  private static Optional<Double> rounded(OptionalDouble value) {
    return value.isPresent() ? Optional.of(rounded(value.getAsDouble())) : Optional.empty();
  }

  /** To thousandths: a report is read by people, and a chart is not wider. */
  private static double rounded(double value) {
    return Math.round(value * MILLIS) / MILLIS;
  }
}
