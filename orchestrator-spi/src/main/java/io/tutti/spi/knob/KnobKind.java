package io.tutti.spi.knob;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What values a knob takes. */
public sealed interface KnobKind {

  /**
   * The value as the server prints it; empty when it is none of this kind or out of range.
   *
   * @param text as a person wrote it: {@code 16M}, {@code on}, {@code 2 s}
   */
  Optional<String> normalise(String text);

  /** Which values are taken, for people: {@code a whole number from 0 to 1024}. */
  String range();

  /** Values at the ends: the lowest and the highest, or all where there are few. */
  List<String> examples();

  /** What a number counts. */
  enum Unit {
    COUNT("", Map.of()),
    BYTES(" bytes", Map.of("k", 1L << 10, "m", 1L << 20, "g", 1L << 30, "b", 1L)),
    MILLISECONDS(" ms", Map.of("ms", 1L, "s", 1_000L)),
    MICROSECONDS(" µs", Map.of("us", 1L, "µs", 1L, "ms", 1_000L, "s", 1_000_000L));

    private final String suffix;
    private final Map<String, Long> multiples;

    Unit(String suffix, Map<String, Long> multiples) {
      this.suffix = suffix;
      this.multiples = multiples;
    }

    String suffix() {
      return suffix;
    }

    Optional<Long> multiple(String word) {
      return word.isEmpty() ? Optional.of(1L) : Optional.ofNullable(multiples.get(word));
    }
  }

  /**
   * A whole number.
   *
   * @param step every value is a multiple of it: the server rounds others down without an error
   */
  record WholeNumber(BigInteger min, BigInteger max, BigInteger step, Unit unit)
      implements KnobKind {
    private static final Pattern NUMBER =
        Pattern.compile("(-?\\d{1,25})\\s*([a-zµ]{0,2})", Pattern.CASE_INSENSITIVE);

    @Override
    public Optional<String> normalise(String text) {
      Matcher matcher = NUMBER.matcher(text.strip());
      if (!matcher.matches()) {
        return Optional.empty();
      }
      return unit.multiple(matcher.group(2).toLowerCase(Locale.ROOT))
          .map(factor -> new BigInteger(matcher.group(1)).multiply(BigInteger.valueOf(factor)))
          .filter(this::isTaken)
          .map(BigInteger::toString);
    }

    private boolean isTaken(BigInteger value) {
      return value.compareTo(min) >= 0
          && value.compareTo(max) <= 0
          && value.mod(step).signum() == 0;
    }

    @Override
    public String range() {
      String range = "a whole number from " + min + " to " + max + unit.suffix();
      return step.equals(BigInteger.ONE) ? range : range + ", a multiple of " + step;
    }

    @Override
    public List<String> examples() {
      return List.of(min.toString(), max.toString());
    }
  }

  /** ON or OFF. */
  record Switch() implements KnobKind {
    @Override
    public Optional<String> normalise(String text) {
      return switch (text.strip().toUpperCase(Locale.ROOT)) {
        case "ON", "1", "TRUE", "YES" -> Optional.of("ON");
        case "OFF", "0", "FALSE", "NO" -> Optional.of("OFF");
        default -> Optional.empty();
      };
    }

    @Override
    public String range() {
      return "ON or OFF";
    }

    @Override
    public List<String> examples() {
      return List.of("OFF", "ON");
    }
  }

  /** One of a few words, spelled as the server prints them. */
  record Choice(List<String> words) implements KnobKind {
    public Choice {
      words = List.copyOf(words);
    }

    @Override
    public Optional<String> normalise(String text) {
      return words.stream().filter(word -> word.equalsIgnoreCase(text.strip())).findFirst();
    }

    @Override
    public String range() {
      return "one of " + String.join(", ", words);
    }

    @Override
    public List<String> examples() {
      return words;
    }
  }

  static KnobKind number(long min, long max) {
    return number(min, BigInteger.valueOf(max), 1, Unit.COUNT);
  }

  static KnobKind number(long min, BigInteger max, long step, Unit unit) {
    return new WholeNumber(BigInteger.valueOf(min), max, BigInteger.valueOf(step), unit);
  }

  static KnobKind onOff() {
    return new Switch();
  }

  static KnobKind choice(String... words) {
    return new Choice(List.of(words));
  }
}
