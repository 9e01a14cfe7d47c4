package io.tutti.binlog.file;

import java.io.IOException;

/** A file cannot be read further. */
public final class BinlogException extends IOException {
  private static final long serialVersionUID = 1;

  private final transient BinlogTrouble trouble;

  /** With what is the matter. */
  public BinlogException(BinlogTrouble trouble) {
    super(trouble.toString());
    this.trouble = trouble;
  }

  BinlogException(BinlogTrouble trouble, IOException cause) {
    super(trouble.toString(), cause);
    this.trouble = trouble;
  }

  public BinlogTrouble trouble() {
    return trouble;
  }
}
