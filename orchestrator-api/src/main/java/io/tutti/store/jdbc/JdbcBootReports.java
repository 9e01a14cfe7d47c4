package io.tutti.store.jdbc;

import io.tutti.crash.BootReport;
import io.tutti.store.BootReports;
import java.util.List;
import java.util.Locale;

/** One row for each boot of each host. */
final class JdbcBootReports implements BootReports {
  private final JdbcStore store;
  private final Documents documents = new Documents();

  JdbcBootReports(JdbcStore store) {
    this.store = store;
  }

  @Override
  public void save(BootReport report) {
    store.durably(() -> {
      BootReport kept =
          of(report.host()).stream()
              .filter(each -> each.bootId().equals(report.bootId()))
              .findFirst()
              .map(report::since)
              .orElse(report);
      store
          .client()
          .sql("DELETE FROM boot_report WHERE host = ? AND boot_id = ?")
          .params(kept.host(), kept.bootId())
          .update();
      return store
          .client()
          .sql("INSERT INTO boot_report (host, boot_id, first_nanos, document) VALUES (?, ?, ?, ?)")
          .params(
              kept.host(), kept.bootId(), Moments.toNanos(kept.firstAt()), documents.write(kept))
          .update();
    });
  }

  @Override
  public List<BootReport> of(String host) {
    return store
        .client()
        .sql("SELECT document FROM boot_report WHERE host = ? ORDER BY first_nanos DESC")
        .params(host.toLowerCase(Locale.ROOT))
        .query((row, number) -> documents.read(row.getBytes(1), BootReport.class))
        .list();
  }
}
