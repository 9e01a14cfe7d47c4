package io.tutti.store;

import io.tutti.crash.BootReport;
import java.util.List;

/** Keeps what hosts report of their boots, one report for each boot. */
public interface BootReports {

  /** Keeps one; of a boot that was reported before, when it was reported last. */
  void save(BootReport report);

  /** All of a host, the newest first. */
  List<BootReport> of(String host);
}
