package io.tutti.rest;

import io.tutti.api.ActView;
import io.tutti.api.RemedyView;
import io.tutti.error.Act;
import io.tutti.error.Argument;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns what the engine knows into {@link RemedyView}s. */
final class RemedyViews {
  private RemedyViews() {}

  static List<RemedyView> of(Remedies remedies) {
    return remedies.stream().map(RemedyViews::of).toList();
  }

  static RemedyView of(Remedy remedy) {
    return new RemedyView(
        remedy.said(ActRequests::text), remedy.acts().stream().map(RemedyViews::of).toList());
  }

  static ActView of(Act act) {
    Map<String, String> arguments = new LinkedHashMap<>();
    act.arguments().forEach((argument, value) -> arguments.put(argument.fieldName(), value));
    return new ActView(
        act.action().name(),
        arguments,
        act.asked().stream().map(Argument::fieldName).toList(),
        ActRequests.of(act),
        ActRequests.text(act));
  }
}
