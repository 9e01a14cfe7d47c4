package io.tutti.cli.view;

import io.tutti.binlog.analysis.BinlogReport;
import io.tutti.binlog.analysis.BinlogReport.Ddl;
import io.tutti.binlog.analysis.BinlogReport.Large;
import io.tutti.binlog.analysis.BinlogReport.LogFile;
import io.tutti.binlog.analysis.BinlogReport.Numbers;
import io.tutti.binlog.analysis.BinlogReport.Point;
import io.tutti.binlog.analysis.BinlogReport.Share;
import io.tutti.binlog.analysis.BinlogReport.Totals;
import io.tutti.binlog.file.BinlogTrouble;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The analysis of binlogs as JSON; what is not known is left out. */
public final class BinlogDocument {
  private BinlogDocument() {}

  /** The fields of the document. */
  public static Map<String, Object> of(BinlogReport report) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("complete", report.troubles().isEmpty());
    fields.put("files", report.files().stream().map(BinlogDocument::file).toList());
    fields.put("troubles", report.troubles().stream().map(BinlogDocument::trouble).toList());
    putTotals(fields, report.totals());
    report
        .clock()
        .ifPresent(clock -> {
          fields.put("amil", clock.amil());
          fields.put("pseudoGroupSize", clock.pseudoGroupSize());
          fields.put("clockedTransactions", clock.transactions());
          fields.put("modifiedIntervalSum", clock.sum());
          fields.put("modifiedIntervalSquareSum", clock.squares());
          fields.put("aloneTransactions", clock.alone());
        });
    report.groups().ifPresent(groups -> fields.put("groupCommits", numbers(groups)));
    fields.put("transactionBytes", numbers(report.bytes()));
    fields.put("transactionSeconds", numbers(report.seconds()));
    fields.put("schemas", shares(report.schemas()));
    fields.put("tables", shares(report.tables()));
    fields.put("domains", shares(report.domains()));
    fields.put("servers", shares(report.servers()));
    fields.put("barriers", barriers(report.barriers()));
    fields.put("biggest", report.biggest().stream().map(BinlogDocument::large).toList());
    fields.put("longest", report.longest().stream().map(BinlogDocument::large).toList());
    fields.put("curve", curve(report.curve()));
    report.rows().ifPresent(rows -> fields.put("rows", rows(rows)));
    return fields;
  }

  private static Map<String, Object> file(LogFile file) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", file.name());
    fields.put("serverVersion", file.server());
    fields.put("relayLog", file.isRelayLog());
    fields.put("inUse", file.isInUse());
    fields.put("checksums", file.hasChecksums());
    fields.put("bytesRead", file.bytesRead());
    fields.put("transactions", file.transactions());
    return fields;
  }

  private static Map<String, Object> trouble(BinlogTrouble trouble) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("code", trouble.kind().code());
    fields.put("file", trouble.file());
    fields.put("offset", trouble.offset());
    fields.put("observed", trouble.sentence());
    fields.put("remedy", trouble.remedy());
    return fields;
  }

  private static void putTotals(Map<String, Object> fields, Totals totals) {
    fields.put("bytes", totals.bytes());
    fields.put("events", totals.events());
    fields.put("transactions", totals.transactions());
    fields.put("unfinishedTransactions", totals.unfinished());
    fields.put("transactionsAcrossSchemas", totals.acrossSchemas());
    fields.put("compressedTransactions", totals.packed());
    fields.put("compressedBytes", totals.packedBytes());
    fields.put("uncompressedBytes", totals.unpackedBytes());
    fields.put("rowEvents", totals.rowEvents());
    fields.put("statements", totals.statements());
  }

  private static Map<String, Object> numbers(Numbers numbers) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("count", numbers.count());
    fields.put("sum", numbers.sum());
    fields.put("mean", numbers.mean());
    fields.put("p50", numbers.p50());
    fields.put("p90", numbers.p90());
    fields.put("p99", numbers.p99());
    fields.put("max", numbers.max());
    return fields;
  }

  private static List<Map<String, Object>> shares(List<Share> shares) {
    long all = shares.stream().mapToLong(Share::bytes).sum();
    return shares.stream().map(share -> share(share, all)).toList();
  }

  private static Map<String, Object> share(Share share, long all) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", share.name());
    fields.put("transactions", share.transactions());
    fields.put("bytes", share.bytes());
    fields.put("shareOfBytes", all == 0 ? 0 : (double) share.bytes() / all);
    return fields;
  }

  private static Map<String, Object> barriers(BinlogReport.Barriers barriers) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("ddl", barriers.ddl());
    fields.put("notParallel", barriers.notParallel());
    fields.put("notTransactional", barriers.notTransactional());
    fields.put("waitedForLocks", barriers.waited());
    fields.put("ddlStatements", barriers.statements().stream().map(BinlogDocument::ddl).toList());
    return fields;
  }

  private static Map<String, Object> ddl(Ddl ddl) {
    Map<String, Object> fields = place(ddl.file(), ddl.offset(), ddl.gtid());
    fields.put("committedAt", time(ddl.committedSeconds()));
    fields.put("statement", ddl.verb());
    fields.put("schema", ddl.schema());
    return fields;
  }

  private static Map<String, Object> place(String file, long offset, String gtid) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", file);
    fields.put("offset", offset);
    if (!gtid.isEmpty()) {
      fields.put("gtid", gtid);
    }
    return fields;
  }

  private static Map<String, Object> large(Large large) {
    Map<String, Object> fields = place(large.file(), large.offset(), large.gtid());
    fields.put("committedAt", time(large.committedSeconds()));
    fields.put("bytes", large.bytes());
    fields.put("seconds", large.seconds());
    fields.put("rowEvents", large.rowEvents());
    fields.put("tables", large.tables());
    large.beside().ifPresent(count -> fields.put("mayRunBeside", count));
    return fields;
  }

  private static Map<String, Object> rows(BinlogReport.Rows rows) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rows", rows.rows());
    fields.put("perTransaction", numbers(rows.perTransaction()));
    fields.put("hot", rows.hot().stream().map(BinlogDocument::hot).toList());
    fields.put("keylessTransactions", rows.keyless());
    fields.put("keylessTables", rows.keylessTables());
    fields.put("unknownTransactions", rows.unknown());
    fields.put("unknownTables", rows.unknownTables());
    fields.put("unreadableTables", rows.unreadableTables());
    return fields;
  }

  private static Map<String, Object> hot(BinlogReport.HotRow row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("table", row.table());
    row.key().ifPresent(key -> fields.put("key", key));
    fields.put("transactions", row.transactions());
    return fields;
  }

  private static Map<String, Object> curve(BinlogReport.Curve curve) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("begin", time(curve.firstSeconds()));
    fields.put("stepSeconds", curve.stepSeconds());
    fields.put("points", curve.points().stream().map(BinlogDocument::point).toList());
    return fields;
  }

  private static Map<String, Object> point(Point point) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("transactions", point.transactions());
    fields.put("bytes", point.bytes());
    if (point.clocked() > 0) {
      fields.put("amil", (double) point.intervals() / point.clocked());
    }
    if (point.groups() > 0) {
      fields.put("groupSize", (double) point.grouped() / point.groups());
    }
    return fields;
  }

  private static String time(long seconds) {
    return Instant.ofEpochSecond(seconds).toString();
  }
}
