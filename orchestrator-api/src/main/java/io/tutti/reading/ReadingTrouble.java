package io.tutti.reading;

import io.tutti.api.BinlogReadingView.TroubleView;
import io.tutti.binlog.file.BinlogTrouble;
import java.io.IOException;

/** Nothing can come out of a reading. */
final class ReadingTrouble extends IOException {
  private static final long serialVersionUID = 1;

  private final transient TroubleView trouble;

  ReadingTrouble(String code, String observed, String remedy) {
    super(observed);
    this.trouble = new TroubleView(code, observed, remedy);
  }

  static ReadingTrouble of(BinlogTrouble trouble) {
    return new ReadingTrouble(trouble.kind().code(), trouble.sentence(), trouble.remedy());
  }

  TroubleView trouble() {
    return trouble;
  }
}
