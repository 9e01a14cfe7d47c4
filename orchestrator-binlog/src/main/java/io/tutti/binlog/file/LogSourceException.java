package io.tutti.binlog.file;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import java.io.IOException;

/** Where a log comes from, something is the matter that is not of the log. */
public final class LogSourceException extends IOException {
  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final String remedy;

  /**
   * @param sentence what was found
   * @param remedy what can be done about it
   */
  public LogSourceException(Kind kind, String sentence, String remedy) {
    super(sentence);
    this.kind = kind;
    this.remedy = remedy;
  }

  public Kind kind() {
    return kind;
  }

  /** The same, found in a log. */
  public BinlogException at(String log, long offset) {
    return new BinlogException(
        new BinlogTrouble(kind, log, offset, String.valueOf(getMessage()), remedy));
  }
}
