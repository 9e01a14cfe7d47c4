package io.tutti.store.jdbc;

import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** A type that is printed and parsed as one text. */
final class TextJson {
  private TextJson() {}

  static <T> void register(SimpleModule module, Class<T> type, Function<String, T> parse) {
    module.addSerializer(type, new Writer<>(type));
    module.addDeserializer(type, new Reader<>(type, parse));
  }

  private static final class Writer<T> extends StdSerializer<T> {
    Writer(Class<T> type) {
      super(type);
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializationContext context) {
      out.writeString(value.toString());
    }
  }

  private static final class Reader<T> extends StdDeserializer<T> {
    private final transient Function<String, T> parse;

    Reader(Class<T> type, Function<String, T> parse) {
      super(type);
      this.parse = parse;
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) {
      return parse.apply(in.getString());
    }
  }
}
