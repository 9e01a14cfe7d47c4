package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.BitSet;

/** One whole event, of which no part is believed to be longer than what is left of it. */
class EventBytes extends ByteArrayInputStream {
  /** Rows times columns, of which eight that are NULL take one byte. */
  private static final int CELLS_MAX = 1_000_000;

  /** Whoever asks so often what is left, and reads nothing, reads rows of no bytes. */
  private static final int LOOKS_MAX = 1_000;

  private int cells;
  private int looks;
  private int lookedAt = -1;

  EventBytes(byte[] event) {
    super(event);
  }

  @Override
  public byte[] read(int length) throws IOException {
    if (length < 0 || length > super.available()) {
      throw new IOException("a part of it is longer than the whole");
    }
    return super.read(length);
  }

  @Override
  public BitSet readBitSet(int length, boolean bigEndian) throws IOException {
    cells += Math.max(0, length);
    if (length > CELLS_MAX || cells > CELLS_MAX) {
      throw new IOException("it has more than %d cells".formatted(CELLS_MAX));
    }
    return super.readBitSet(length, bigEndian);
  }

  @Override
  public int available() throws IOException {
    looks = getPosition() == lookedAt ? looks + 1 : 0;
    lookedAt = getPosition();
    if (looks > LOOKS_MAX) {
      throw new IOException("its rows have no bytes");
    }
    return super.available();
  }
}
