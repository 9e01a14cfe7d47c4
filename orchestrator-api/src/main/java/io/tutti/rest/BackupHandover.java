package io.tutti.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tutti.api.BackupVariables;
import io.tutti.api.BackupView;
import io.tutti.topology.BackupSession;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** What a program that copies a replica is given, in the same forms as by the command line. */
public final class BackupHandover {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(inclusion ->
              inclusion
                  .withValueInclusion(JsonInclude.Include.NON_ABSENT)
                  .withContentInclusion(JsonInclude.Include.NON_ABSENT))
          .build();

  private final BackupView session;

  private BackupHandover(BackupView session) {
    this.session = session;
  }

  public static BackupHandover of(BackupSession session) {
    return new BackupHandover(BackupViews.of(session, Optional.empty()));
  }

  /** The session with its coordinates, as JSON. */
  public String document() {
    return JSON.writeValueAsString(session);
  }

  /**
   * @param file that has the document
   */
  public Map<String, String> variables(Path file) {
    return new BackupVariables(session, file.toAbsolutePath().toString()).all();
  }
}
