package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.deserialization.json.JsonBinary;
import com.github.shyiko.mysql.binlog.event.deserialization.json.JsonFormatter;
import com.github.shyiko.mysql.binlog.event.deserialization.json.JsonStringFormatter;
import com.github.shyiko.mysql.binlog.event.deserialization.json.ValueType;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * A JSON value as MySQL stores it, of which no part is believed to be longer than the whole, nor to
 * be there more than once: else a few bytes would make a text without end.
 */
final class JsonDocument extends JsonBinary {
  /** More than a server lets one document have (100). */
  private static final int DEPTH_MAX = 200;

  private final Bytes bytes;
  private int depth;

  private JsonDocument(Bytes bytes) {
    super(bytes);
    this.bytes = bytes;
  }

  /**
   * @throws IOException when it is none
   */
  static String text(byte[] value) throws IOException {
    JsonStringFormatter text = new JsonStringFormatter();
    try {
      new JsonDocument(new Bytes(value)).parse(text);
    } catch (RuntimeException e) {
      throw new IOException(e);
    }
    return text.getString();
  }

  @Override
  protected void parse(ValueType type, JsonFormatter formatter) throws IOException {
    depth++;
    bytes.take(1);
    if (depth > DEPTH_MAX) {
      throw new IOException("it is nested too deep");
    }
    super.parse(type, formatter);
    depth--;
  }

  @Override
  protected int readUnsignedIndex(int most, boolean small, String what) throws IOException {
    int index = super.readUnsignedIndex(most, small, what);
    if (index < 0 || index > bytes.length) {
      throw new IOException("a part of it is longer than the whole");
    }
    return index;
  }

  /** Each of them is read about once. */
  private static final class Bytes extends ByteArrayInputStream {
    private static final int READS_OF_EACH = 3;

    private final int length;
    private long left;

    Bytes(byte[] value) {
      super(value);
      this.length = value.length;
      this.left = 100L + (long) READS_OF_EACH * value.length;
    }

    void take(int count) throws IOException {
      left -= count;
      if (count < 0 || count > length || left < 0) {
        throw new IOException("a part of it is there more than once");
      }
    }

    @Override
    public byte[] read(int count) throws IOException {
      take(count);
      return super.read(count);
    }

    @Override
    public int read() throws IOException {
      take(1);
      return super.read();
    }
  }
}
