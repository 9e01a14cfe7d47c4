package io.tutti.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tutti.announcement.Announcement;
import io.tutti.announcement.Announcement.Cleared;
import io.tutti.api.FindingView;
import io.tutti.world.Found;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Writes the bodies of messages about findings: each finding as {@code GET /findings} has it. */
public final class FindingMessages {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(inclusion ->
              inclusion
                  .withValueInclusion(JsonInclude.Include.NON_ABSENT)
                  .withContentInclusion(JsonInclude.Include.NON_ABSENT))
          .build();

  private static final String CHANGED = "findings.changed";
  private static final String CURRENT = "findings.current";

  /** As it is sent; which lists there are depends on its type. */
  private record Body(
      String id,
      String type,
      String timestamp,
      int part,
      int parts,
      Optional<List<FindingView>> appeared,
      Optional<List<FindingView>> cleared,
      Optional<List<FindingView>> current) {}

  private FindingMessages() {}

  public static String body(Announcement message) {
    Optional<List<FindingView>> found = Optional.of(views(message.found()));
    boolean isComplete = message.isComplete();
    return JSON.writeValueAsString(
        new Body(
            message.id(),
            isComplete ? CURRENT : CHANGED,
            message.at().toString(),
            message.part(),
            message.parts(),
            isComplete ? Optional.empty() : found,
            isComplete ? Optional.empty() : Optional.of(cleared(message.cleared())),
            isComplete ? found : Optional.empty()));
  }

  private static List<FindingView> cleared(List<Cleared> cleared) {
    return cleared.stream().map(each -> FindingViews.of(each.found(), each.silenced())).toList();
  }

  private static List<FindingView> views(List<Found> found) {
    return found.stream().map(each -> FindingViews.of(each, Optional.empty())).toList();
  }
}
