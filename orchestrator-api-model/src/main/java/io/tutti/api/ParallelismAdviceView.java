package io.tutti.api;

import java.util.List;

/**
 * What Tutti would set on a server for parallel replication, and why.
 *
 * @param settings what to set; none where nothing should be changed
 * @param elsewhere what was found that no setting of this server changes
 * @param unknown what could not be judged, and why
 * @param notes how each channel applies now, and how far it is behind
 */
public record ParallelismAdviceView(
    String address,
    String flavor,
    String version,
    List<SettingView> settings,
    List<FoundView> elsewhere,
    List<String> unknown,
    List<String> notes) {

  /**
   * One setting.
   *
   * @param knob as the server spells it
   * @param present its value now
   * @param code of the finding that says so
   * @param price what it costs, or what may go wrong with it
   * @param applied when it is in force: what has to stop for it
   */
  public record SettingView(
      String knob,
      Fact<String> present,
      String advised,
      String code,
      String subject,
      String reason,
      String price,
      String applied) {}

  /** What a rule found. */
  public record FoundView(String code, String subject, String sentence, List<String> remedies) {}
}
