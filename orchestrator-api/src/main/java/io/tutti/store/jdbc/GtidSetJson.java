package io.tutti.store.jdbc;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** {@code {"family":"uuid","text":"..."}}: the empty text belongs to both families. */
final class GtidSetJson {
  private static final String UUID_FAMILY = "uuid";
  private static final String DOMAIN_FAMILY = "domain";

  private GtidSetJson() {}

  static final class Writer extends StdSerializer<GtidSet> {
    Writer() {
      super(GtidSet.class);
    }

    @Override
    public void serialize(GtidSet set, JsonGenerator out, SerializationContext context) {
      out.writeStartObject();
      out.writeStringProperty(
          "family",
          switch (set) {
            case MySqlGtidSet uuid -> UUID_FAMILY;
            case MariaDbGtidSet domain -> DOMAIN_FAMILY;
          });
      out.writeStringProperty("text", set.toString());
      out.writeEndObject();
    }
  }

  static final class Reader extends StdDeserializer<GtidSet> {
    Reader() {
      super(GtidSet.class);
    }

    @Override
    public GtidSet deserialize(JsonParser in, DeserializationContext context) {
      JsonNode node = context.readTree(in);
      String text = node.path("text").asString();
      return switch (node.path("family").asString()) {
        case UUID_FAMILY -> MySqlGtidSet.parse(text);
        case DOMAIN_FAMILY -> MariaDbGtidSet.parse(text);
        default ->
            context.reportInputMismatch(this, "\"%s\" is no family of GTIDs", node.path("family"));
      };
    }
  }
}
