package io.tutti.store.jdbc;

import io.tutti.gtid.Gtid;
import io.tutti.plan.Kind;
import io.tutti.plan.Kinds;
import io.tutti.plan.Unreadable;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Plans, and what their steps keep, as bytes of JSON. Where a record of any kind may be, it is
 * written as {@code {"kind": …, "version": …, "data": …}}. What cannot be read again is an {@link
 * Unreadable}, and is written back as it was.
 */
final class PlanDocuments {
  private static final String KIND = "kind";
  private static final String VERSION = "version";
  private static final String DATA = "data";

  private final Kinds kinds;

  /** Where one of several kinds may be: any record, or what some of them have in common. */
  private final Set<Class<?>> open = new HashSet<>();

  private final JsonMapper json;
  private final Documents documents;

  PlanDocuments(Kinds kinds) {
    this.kinds = kinds;
    open.add(Record.class);
    for (Kind kind : kinds.all()) {
      for (Class<?> common : kind.type().getInterfaces()) {
        if (common.isSealed()) {
          open.add(common);
        }
      }
    }
    SimpleModule module = new SimpleModule("tutti-plan");
    TextJson.register(module, Gtid.class, Gtid::parse);
    open.forEach(each -> register(module, each));
    this.json =
        StateJson.mapper()
            .rebuild()
            .addModule(module)
            .annotationIntrospector(new KindNames())
            .build();
    this.documents = new Documents(json);
  }

  private <T> void register(SimpleModule module, Class<T> type) {
    module.addDeserializer(type, new Reader<>(type, false));
  }

  /**
   * Makes what writes these, and records of all kinds. In a process that has written none that
   * takes longer than the first write itself.
   */
  void prepare(List<Class<?>> types) {
    Stream.concat(types.stream(), kinds.all().stream().map(Kind::type))
        .forEach(type -> json.acceptJsonFormatVisitor(type, new JsonFormatVisitorWrapper.Base()));
  }

  byte[] write(Object value) {
    return documents.write(value);
  }

  <T> T read(byte[] document, Class<T> type) {
    return documents.read(document, type);
  }

  /** Has what may be of several kinds written with its kind. */
  private final class KindNames extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated where) {
      return where instanceof AnnotatedMember && open.contains(where.getRawType())
          ? new Writer()
          : super.findSerializer(config, where);
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated where) {
      return where instanceof AnnotatedMember && where.getRawType() == Record.class
          ? new Reader<>(Record.class, true)
          : super.findDeserializer(config, where);
    }

    @Override
    public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated where) {
      JavaType content = where.getType().getContentType();
      return where instanceof AnnotatedMember
              && content != null
              && open.contains(content.getRawClass())
          ? new Writer()
          : super.findContentSerializer(config, where);
    }
  }

  private final class Writer extends StdSerializer<Object> {
    Writer() {
      super(Object.class);
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializationContext context) {
      if (value instanceof Unreadable unreadable) {
        out.writeRawValue(unreadable.text());
        return;
      }
      Kind kind = kinds.require(value.getClass());
      out.writeStartObject();
      out.writeStringProperty(KIND, kind.name());
      out.writeNumberProperty(VERSION, kind.version());
      out.writeName(DATA);
      context.findValueSerializer(value.getClass()).serialize(value, out, context);
      out.writeEndObject();
    }
  }

  private final class Reader<T> extends StdDeserializer<T> {
    private final Class<T> type;

    private final boolean isRequired;

    Reader(Class<T> type, boolean isRequired) {
      super(type);
      this.type = type;
      this.isRequired = isRequired;
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) {
      Record found = record(context.readTree(in));
      if (!type.isInstance(found)) {
        return context.reportInputMismatch(
            this,
            found instanceof Unreadable(var kind, var version, var text, var why)
                ? why
                : found + " is no " + type.getSimpleName());
      }
      return type.cast(found);
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
      return getNullValue(context);
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
      return isRequired ? new Unreadable("", 0, "null", "it is not there") : null;
    }
  }

  private Record record(JsonNode written) {
    String name = written.path(KIND).asString("");
    int version = written.path(VERSION).asInt(0);
    Optional<Kind> kind = kinds.find(name);
    if (kind.isEmpty()) {
      return new Unreadable(name, version, written.toString(), "there is no such kind");
    }
    if (version != kind.get().version()) {
      return new Unreadable(
          name, version, written.toString(), "this release knows version " + kind.get().version());
    }
    try {
      return json.readerFor(kind.get().type())
          .with(
              DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .readValue(written.path(DATA));
    } catch (JacksonException e) {
      return new Unreadable(name, version, written.toString(), e.getOriginalMessage());
    }
  }

  /** The kinds of records that may be in a plan; for tests that walk them. */
  List<Kind> all() {
    return kinds.all();
  }
}
