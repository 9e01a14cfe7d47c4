package io.tutti.store.jdbc;

import io.tutti.model.Observed;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** {@code {"value":..}}, {@code {"absent":"why"}} or {@code {"unknown":"why"}}. */
final class ObservedJson {
  private static final String VALUE = "value";
  private static final String ABSENT = "absent";
  private static final String UNKNOWN = "unknown";

  private ObservedJson() {}

  @SuppressWarnings("rawtypes")
  static final class Writer extends StdSerializer<Observed> {
    private final @Nullable JavaType content;

    Writer() {
      this(null);
    }

    private Writer(@Nullable JavaType content) {
      super(Observed.class);
      this.content = content;
    }

    @Override
    public ValueSerializer<?> createContextual(
        SerializationContext context, @Nullable BeanProperty property) {
      return property == null ? this : new Writer(property.getType().containedType(0));
    }

    @Override
    public void serialize(Observed observed, JsonGenerator out, SerializationContext context) {
      out.writeStartObject();
      switch ((Observed<?>) observed) {
        case Observed.Known<?>(Object value) -> {
          out.writeName(VALUE);
          write(value, out, context);
        }
        case Observed.Absent<?>(String why) -> out.writeStringProperty(ABSENT, why);
        case Observed.Unknown<?>(String why) -> out.writeStringProperty(UNKNOWN, why);
      }
      out.writeEndObject();
    }

    /** Lists are written by their declared type, single values by their own. */
    private void write(Object value, JsonGenerator out, SerializationContext context) {
      if (content != null && content.isContainerType()) {
        context.findTypedValueSerializer(content, true).serialize(value, out, context);
      } else {
        context.writeValue(out, value);
      }
    }
  }

  @SuppressWarnings("rawtypes")
  static final class Reader extends StdDeserializer<Observed> {
    private final @Nullable ValueDeserializer<Object> content;

    Reader() {
      this(null);
    }

    private Reader(@Nullable ValueDeserializer<Object> content) {
      super(Observed.class);
      this.content = content;
    }

    @Override
    public ValueDeserializer<?> createContextual(
        DeserializationContext context, @Nullable BeanProperty property) {
      JavaType type = property == null ? context.getContextualType() : property.getType();
      return new Reader(context.findContextualValueDeserializer(type.containedType(0), property));
    }

    @Override
    public Observed deserialize(JsonParser in, DeserializationContext context) {
      in.nextToken();
      String kind = in.currentName();
      in.nextToken();
      Observed<?> read =
          switch (kind) {
            case VALUE -> Observed.known(value(in, context));
            case ABSENT -> Observed.absent(in.getString());
            case UNKNOWN -> Observed.unknown(in.getString());
            default -> context.reportInputMismatch(this, "\"%s\" is no kind of fact", kind);
          };
      if (in.nextToken() != JsonToken.END_OBJECT) {
        return context.reportInputMismatch(this, "a fact has one property");
      }
      return read;
    }

    private Object value(JsonParser in, DeserializationContext context) {
      if (content == null) {
        throw new IllegalStateException("a fact is read only as part of a record");
      }
      // That there is none of it is a fact, too.
      return in.currentToken() == JsonToken.VALUE_NULL
          ? content.getNullValue(context)
          : content.deserialize(in, context);
    }
  }
}
