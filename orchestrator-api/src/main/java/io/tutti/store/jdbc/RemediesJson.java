package io.tutti.store.jdbc;

import io.tutti.error.Act;
import io.tutti.error.Action;
import io.tutti.error.Argument;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * A remedy is a text, or a list of texts and of what Tutti can do: {@code ["start it, or ",
 * {"action":"FORGET","arguments":{"INSTANCE":"db1:3306"}}]}. What a later release can do, and this
 * one cannot, is read as a text.
 */
final class RemediesJson {
  private static final String ACTION = "action";
  private static final String ARGUMENTS = "arguments";
  private static final String ASKED = "asked";

  private RemediesJson() {}

  static final class Writer extends StdSerializer<Remedies> {
    Writer() {
      super(Remedies.class);
    }

    @Override
    public void serialize(Remedies value, JsonGenerator out, SerializationContext context) {
      out.writeStartArray();
      for (Remedy remedy : value) {
        if (remedy.acts().isEmpty()) {
          out.writeString(remedy.toString());
        } else {
          out.writeStartArray();
          remedy.pieces().forEach(piece -> write(piece, out));
          out.writeEndArray();
        }
      }
      out.writeEndArray();
    }

    private static void write(Remedy.Piece piece, JsonGenerator out) {
      switch (piece) {
        case Remedy.Text(String text) -> out.writeString(text);
        case Act act -> {
          out.writeStartObject();
          out.writeStringProperty(ACTION, act.action().name());
          out.writeObjectPropertyStart(ARGUMENTS);
          act.arguments()
              .forEach((argument, value) -> out.writeStringProperty(argument.name(), value));
          out.writeEndObject();
          if (!act.asked().isEmpty()) {
            out.writeArrayPropertyStart(ASKED);
            act.asked().forEach(argument -> out.writeString(argument.name()));
            out.writeEndArray();
          }
          out.writeEndObject();
        }
      }
    }
  }

  static final class Reader extends StdDeserializer<Remedies> {
    Reader() {
      super(Remedies.class);
    }

    /** As with lists: what an earlier release did not write yet is none. */
    @Override
    public Remedies getNullValue(DeserializationContext context) {
      return Remedies.none();
    }

    @Override
    public Remedies deserialize(JsonParser in, DeserializationContext context) {
      JsonNode all = context.readTree(in);
      return new Remedies(all.values().stream().map(Reader::remedy).toList());
    }

    private static Remedy remedy(JsonNode node) {
      if (!node.isArray()) {
        return Remedy.advice(node.asString(""));
      }
      return new Remedy(node.values().stream().map(Reader::piece).toList());
    }

    private static Remedy.Piece piece(JsonNode node) {
      if (!node.isObject()) {
        return new Remedy.Text(node.asString(""));
      }
      try {
        Map<Argument, String> arguments = new EnumMap<>(Argument.class);
        node.path(ARGUMENTS)
            .properties()
            .forEach(each ->
                arguments.put(Argument.valueOf(each.getKey()), each.getValue().asString("")));
        Set<Argument> asked = EnumSet.noneOf(Argument.class);
        node.path(ASKED).values().forEach(each -> asked.add(Argument.valueOf(each.asString(""))));
        return new Act(Action.valueOf(node.path(ACTION).asString("")), arguments, asked);
      } catch (IllegalArgumentException e) {
        return new Remedy.Text(words(node));
      }
    }

    /** {@code execute db1:3306}. */
    private static String words(JsonNode node) {
      StringBuilder words =
          new StringBuilder(
              node.path(ACTION).asString("").replace('_', ' ').toLowerCase(Locale.ROOT));
      node.path(ARGUMENTS)
          .properties()
          .forEach(each -> words.append(' ').append(each.getValue().asString("")));
      return words.toString();
    }
  }
}
