package io.tutti.cli.verb;

import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file into which a command writes a page for a browser. */
final class ReportFile {
  private ReportFile() {}

  /**
   * @throws CommandFailure REPORT_NOT_WRITTEN, with the reason
   */
  static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "REPORT_NOT_WRITTEN",
          "The report cannot be written to %s: %s.".formatted(file, e.getMessage()),
          List.of("name a file in a folder that you may write to"));
    }
  }
}
