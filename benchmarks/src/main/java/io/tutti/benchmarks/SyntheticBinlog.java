package io.tutti.benchmarks;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * A binlog of any size, as MySQL 5.7 writes it for transactions that each update one row of eight
 * tables, in groups of five; with checksums.
 */
final class SyntheticBinlog {
  private static final int HEADER_BYTES = 19;
  private static final int SUM_BYTES = 4;
  private static final int SECOND = 1_700_000_000;
  private static final int PER_SECOND = 5_000;
  private static final int GROUP = 5;
  private static final int TABLES = 8;

  private final OutputStream out;
  private final ByteBuffer event = ByteBuffer.allocate(1_024).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32 sum = new CRC32();
  private long position = 4;
  private long transactions;

  private SyntheticBinlog(OutputStream out) {
    this.out = out;
  }

  /**
   * Writes one of at least so many bytes.
   *
   * @return how many transactions are in it
   */
  static long write(Path file, long bytes) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      SyntheticBinlog log = new SyntheticBinlog(out);
      out.write(new byte[] {(byte) 0xfe, 'b', 'i', 'n'});
      log.describe();
      while (log.position < bytes || log.transactions % GROUP != 0) {
        log.transaction();
      }
      return log.transactions;
    }
  }

  private ByteBuffer begin() {
    return event.clear().position(HEADER_BYTES);
  }

  private void end(int type) throws IOException {
    int length = event.position() + SUM_BYTES;
    position += length;
    event.putInt(0, (int) (SECOND + transactions / PER_SECOND)).put(4, (byte) type).putInt(5, 1);
    event.putInt(9, length).putInt(13, (int) position).putShort(17, (short) 0);
    sum.reset();
    sum.update(event.array(), 0, length - SUM_BYTES);
    event.putInt((int) sum.getValue());
    out.write(event.array(), 0, length);
  }

  private void describe() throws IOException {
    ByteBuffer body = begin();
    body.putShort((short) 4).put("5.7.22-log".getBytes(StandardCharsets.US_ASCII));
    body.put(new byte[HEADER_BYTES + 2 + 50 - body.position()]).putInt(SECOND);
    body.put((byte) HEADER_BYTES);
    byte[] heads = {
      56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 95, 0, 4, 26, 8, 0, 0, 0, 8, 8, 8, 2, 0, 0, 0,
      10, 10, 10, 42, 42, 0, 18, 52, 0
    };
    body.put(heads).put((byte) 1);
    end(15);
  }

  private void transaction() throws IOException {
    long last = transactions - transactions % GROUP;
    transactions++;
    int table = (int) (transactions % TABLES);
    begin().put((byte) 1).putLong(0).putLong(0).putLong(0);
    event.put((byte) 2).putLong(last).putLong(transactions);
    end(34);
    begin().putInt(7).putInt(0).put((byte) 6).putShort((short) 0).putShort((short) 26);
    event.put(new byte[] {0, 0, 0, 0, 0, 1, 0, 0, 32, 0, 0, 0, 0, 0, 6, 3, 's', 't', 'd'});
    event.put(new byte[] {4, 33, 0, 33, 0, 8, 0});
    event.put("sbtest\0BEGIN".getBytes(StandardCharsets.US_ASCII));
    end(2);
    begin().putInt(100 + table).putShort((short) 0).putShort((short) 1);
    event.put((byte) 6).put("sbtest\0".getBytes(StandardCharsets.US_ASCII));
    event.put((byte) 7).put(("sbtest" + table + "\0").getBytes(StandardCharsets.US_ASCII));
    event.put(new byte[] {2, 3, 3, 0, 2});
    end(19);
    begin().putInt(100 + table).putShort((short) 0).putShort((short) 1).putShort((short) 2);
    event.put(new byte[] {2, -1, -1, -4}).putInt((int) transactions).putInt(1);
    event.put((byte) -4).putInt((int) transactions).putInt(2);
    end(31);
    begin().putLong(transactions);
    end(16);
  }
}
