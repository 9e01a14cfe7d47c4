package io.tutti.binlogview;

import io.tutti.api.BinlogAnalysisView;
import io.tutti.api.BinlogAnalysisView.BarriersView;
import io.tutti.api.BinlogAnalysisView.CurveView;
import io.tutti.api.BinlogAnalysisView.DdlView;
import io.tutti.api.BinlogAnalysisView.FileView;
import io.tutti.api.BinlogAnalysisView.HotRowView;
import io.tutti.api.BinlogAnalysisView.LargeView;
import io.tutti.api.BinlogAnalysisView.NumbersView;
import io.tutti.api.BinlogAnalysisView.PointView;
import io.tutti.api.BinlogAnalysisView.RowsView;
import io.tutti.api.BinlogAnalysisView.ShareView;
import io.tutti.api.BinlogAnalysisView.TroubleView;
import io.tutti.binlog.analysis.BinlogReport;
import io.tutti.binlog.analysis.BinlogReport.Clock;
import io.tutti.binlog.analysis.BinlogReport.Numbers;
import io.tutti.binlog.analysis.BinlogReport.Point;
import io.tutti.binlog.analysis.BinlogReport.Share;
import io.tutti.binlog.analysis.BinlogReport.Totals;
import io.tutti.binlog.file.BinlogTrouble;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Turns analyses into records of the contract. */
public final class AnalysisViews {
  private AnalysisViews() {}

  public static BinlogAnalysisView of(BinlogReport report) {
    Totals totals = report.totals();
    Optional<Clock> clock = report.clock();
    return new BinlogAnalysisView(
        report.troubles().isEmpty(),
        report.files().stream().map(AnalysisViews::file).toList(),
        report.troubles().stream().map(AnalysisViews::trouble).toList(),
        totals.bytes(),
        totals.events(),
        totals.transactions(),
        totals.unfinished(),
        totals.acrossSchemas(),
        totals.packed(),
        totals.packedBytes(),
        totals.unpackedBytes(),
        totals.rowEvents(),
        totals.statements(),
        clock.map(Clock::amil),
        clock.map(Clock::pseudoGroupSize),
        clock.map(Clock::transactions),
        clock.map(Clock::sum),
        clock.map(Clock::squares),
        clock.map(Clock::alone),
        report.groups().map(AnalysisViews::numbers),
        numbers(report.bytes()),
        numbers(report.seconds()),
        shares(report.schemas()),
        shares(report.tables()),
        shares(report.domains()),
        shares(report.servers()),
        barriers(report.barriers()),
        report.biggest().stream().map(AnalysisViews::large).toList(),
        report.longest().stream().map(AnalysisViews::large).toList(),
        curve(report.curve()),
        report.rows().map(AnalysisViews::rows));
  }

  private static FileView file(BinlogReport.LogFile file) {
    return new FileView(
        file.name(),
        file.server(),
        file.isRelayLog(),
        file.isInUse(),
        file.hasChecksums(),
        file.bytesRead(),
        file.transactions());
  }

  private static TroubleView trouble(BinlogTrouble trouble) {
    return new TroubleView(
        trouble.kind().code(),
        trouble.file(),
        trouble.offset(),
        trouble.sentence(),
        trouble.remedy());
  }

  private static NumbersView numbers(Numbers numbers) {
    return new NumbersView(
        numbers.count(),
        numbers.sum(),
        numbers.mean(),
        numbers.p50(),
        numbers.p90(),
        numbers.p99(),
        numbers.max());
  }

  private static List<ShareView> shares(List<Share> shares) {
    long all = shares.stream().mapToLong(Share::bytes).sum();
    return shares.stream()
        .map(share ->
            new ShareView(
                share.name(),
                share.transactions(),
                share.bytes(),
                all == 0 ? 0 : (double) share.bytes() / all))
        .toList();
  }

  private static BarriersView barriers(BinlogReport.Barriers barriers) {
    return new BarriersView(
        barriers.ddl(),
        barriers.notParallel(),
        barriers.notTransactional(),
        barriers.waited(),
        barriers.statements().stream().map(AnalysisViews::ddl).toList());
  }

  private static DdlView ddl(BinlogReport.Ddl ddl) {
    return new DdlView(
        ddl.file(),
        ddl.offset(),
        named(ddl.gtid()),
        Instant.ofEpochSecond(ddl.committedSeconds()),
        ddl.verb(),
        ddl.schema());
  }

  private static LargeView large(BinlogReport.Large large) {
    return new LargeView(
        large.file(),
        large.offset(),
        named(large.gtid()),
        Instant.ofEpochSecond(large.committedSeconds()),
        large.bytes(),
        large.seconds(),
        large.rowEvents(),
        large.tables(),
        large.beside());
  }

  private static Optional<String> named(String gtid) {
    return Optional.of(gtid).filter(text -> !text.isEmpty());
  }

  private static CurveView curve(BinlogReport.Curve curve) {
    return new CurveView(
        Instant.ofEpochSecond(curve.firstSeconds()),
        curve.stepSeconds(),
        curve.points().stream().map(AnalysisViews::point).toList());
  }

  private static PointView point(Point point) {
    Optional<Long> clocked = some(point.clocked());
    Optional<Long> groups = some(point.groups());
    Optional<Double> amil = clocked.map(count -> (double) point.intervals() / count);
    return new PointView(
        point.transactions(),
        point.bytes(),
        clocked,
        amil,
        amil.map(length -> length * 2 - 1),
        groups,
        groups.map(count -> point.grouped()),
        groups.map(count -> (double) point.grouped() / count));
  }

  private static Optional<Long> some(long count) {
    return count > 0 ? Optional.of(count) : Optional.empty();
  }

  private static RowsView rows(BinlogReport.Rows rows) {
    return new RowsView(
        rows.rows(),
        numbers(rows.perTransaction()),
        rows.hot().stream().map(AnalysisViews::hot).toList(),
        rows.keyless(),
        rows.keylessTables(),
        rows.unknown(),
        rows.unknownTables(),
        rows.unreadableTables());
  }

  private static HotRowView hot(BinlogReport.HotRow row) {
    return new HotRowView(
        row.table(),
        row.key().isPresent() ? Optional.of(row.key().getAsLong()) : Optional.empty(),
        row.transactions());
  }
}
