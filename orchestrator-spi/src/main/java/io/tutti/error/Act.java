package io.tutti.error;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Something that Tutti can be asked for, as a value: no command line and no path.
 *
 * @param arguments a flag has the value {@code true}
 * @param asked which further ones the person who asks for it is to give
 */
public record Act(Action action, Map<Argument, String> arguments, Set<Argument> asked)
    implements Remedy.Piece {
  public Act {
    Map<Argument, String> sorted = new EnumMap<>(Argument.class);
    sorted.putAll(arguments);
    arguments = Collections.unmodifiableMap(sorted);
    Set<Argument> open = EnumSet.noneOf(Argument.class);
    open.addAll(asked);
    asked = Collections.unmodifiableSet(open);
  }

  static Act of(Action action) {
    return new Act(action, Map.of(), Set.of());
  }

  /**
   * @param value what it prints as is the value: an address, an id, a text
   */
  Act with(Argument argument, Object value) {
    Map<Argument, String> more = new EnumMap<>(Argument.class);
    more.putAll(arguments);
    more.put(argument, value.toString());
    return new Act(action, more, asked);
  }

  Act with(Argument flag) {
    return with(flag, true);
  }

  Act asking(Argument argument) {
    Set<Argument> more = EnumSet.of(argument);
    more.addAll(asked);
    return new Act(action, arguments, more);
  }

  /** Made fit to be shown, see {@link ShownText}. */
  Act shown() {
    Map<Argument, String> shown = new EnumMap<>(Argument.class);
    arguments.forEach((argument, value) -> shown.put(argument, ShownText.of(value)));
    return new Act(action, shown, asked);
  }

  /** {@code close gaps db1:3306 (channel east)}, for logs. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(action.words());
    StringJoiner options = new StringJoiner(", ", " (", ")").setEmptyValue("");
    arguments.forEach((argument, value) -> {
      String name = argument.name().replace('_', ' ').toLowerCase(Locale.ROOT);
      if (argument.isSubject()) {
        text.append(' ').append(value);
      } else {
        options.add(argument.isFlag() ? name : name + " " + value);
      }
    });
    return text.append(options).toString();
  }
}
