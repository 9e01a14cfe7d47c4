package io.tutti.store.jdbc;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Values as bytes of JSON. A large one is compressed, because a column of the embedded database
 * holds 1 MiB at most, and an instance with sixteen thousand workers fills five times that.
 */
final class Documents {
  /** Below this, compressing costs more than writing. */
  private static final int PLAIN_BYTES_MAX = 512 * 1024;

  /** The first byte of what gzip writes (RFC 1952), with which no JSON begins. */
  private static final byte GZIP_FIRST_BYTE = 0x1f;

  private final JsonMapper json;
  private final int plainBytesMax;

  Documents() {
    this(StateJson.mapper());
  }

  Documents(JsonMapper json) {
    this(json, PLAIN_BYTES_MAX);
  }

  private Documents(JsonMapper json, int plainBytesMax) {
    this.json = json;
    this.plainBytesMax = plainBytesMax;
  }

  /** For what is large, says the same again and again, and is written seldom. */
  static Documents compressed() {
    return new Documents(StateJson.mapper(), 0);
  }

  byte[] write(Object value) {
    byte[] plain = json.writeValueAsBytes(value);
    return plain.length <= plainBytesMax ? plain : compress(plain);
  }

  <T> T read(byte[] document, Class<T> type) {
    return json.readValue(document[0] == GZIP_FIRST_BYTE ? expand(document) : document, type);
  }

  String writeText(Object value) {
    return json.writeValueAsString(value);
  }

  <T> T readText(String text, Class<T> type) {
    return json.readValue(text, type);
  }

  private static byte[] compress(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] expand(byte[] document) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(document))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
