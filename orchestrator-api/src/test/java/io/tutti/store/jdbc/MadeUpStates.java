package io.tutti.store.jdbc;

import io.tutti.error.ErrorCode;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.model.Settings;
import io.tutti.model.StatusCounters;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * States with everything filled in, everything absent, or everything unknown: made by walking over
 * the model's records, so that a component that is added later is in them, too. Made up, no server
 * ever said so.
 */
final class MadeUpStates {
  private final Filling filling;
  private int count;

  /** What facts are. */
  enum Filling {
    KNOWN,
    /** Like KNOWN, with GTID sets of the other family and empty texts and lists. */
    KNOWN_OTHERWISE,
    ABSENT,
    UNKNOWN
  }

  private MadeUpStates(Filling filling) {
    this.filling = filling;
  }

  static InstanceState state(Filling filling) {
    return (InstanceState) new MadeUpStates(filling).value(InstanceState.class);
  }

  static Node node(Filling filling, String address) {
    InstanceAddress name = InstanceAddress.parse(address);
    Optional<ContactFailure> failure =
        filling == Filling.UNKNOWN
            ? Optional.of(
                new ContactFailure(
                    ErrorCode.NO_GREETING,
                    "It was \"silent\"\n\u00e9\u4e2d.",
                    Remedies.advice(List.of("look", "wait")),
                    Instant.parse("2026-11-20T00:00:00.000000001Z"),
                    Instant.parse("2026-11-20T00:00:01Z"),
                    2))
            : Optional.empty();
    return new Node(
        name,
        filling == Filling.ABSENT ? Optional.empty() : Optional.of(InstanceAddress.parse("db1")),
        Instant.parse("2026-11-19T23:59:59.123456789Z"),
        Optional.of(state(filling)),
        failure,
        false);
  }

  private Object value(Type type) {
    count++;
    if (type instanceof ParameterizedType generic) {
      return generic(generic);
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isEnum()) {
      Object[] constants = plain.getEnumConstants();
      return constants[count % constants.length];
    }
    boolean otherwise = filling == Filling.KNOWN_OTHERWISE;
    return switch (plain.getSimpleName()) {
      case "String" -> otherwise ? "" : "text \"" + count + "\" \\ \u00fc";
      case "Long", "long" -> otherwise ? Long.MAX_VALUE : (long) count;
      case "Integer", "int" -> count;
      case "Boolean", "boolean" -> count % 2 == 0;
      case "Duration" -> otherwise ? Duration.ZERO : Duration.ofNanos(1_234_567_890_123L * count);
      case "Instant" -> Instant.parse("2026-11-20T12:00:00Z").plusNanos(count);
      case "InstanceAddress" -> new InstanceAddress(otherwise ? "2001:db8::7" : "db" + count, 3306);
      case "ServerVersion" -> ServerVersion.parse("5.5.5-10.1.8-MariaDB-1~jessie");
      case "BinlogPosition" -> new BinlogPosition("mysql-bin.00" + count, count);
      case "GtidSet" -> gtidSet();
      case "Settings" -> Settings.of(otherwise ? Map.of() : Map.of("read_only", "ON", "empty", ""));
      case "StatusCounters" -> StatusCounters.of(Map.of("Binlog_commits", 7L));
      default -> record(plain);
    };
  }

  private GtidSet gtidSet() {
    return filling == Filling.KNOWN_OTHERWISE
        ? MariaDbGtidSet.parse(count % 2 == 0 ? "" : "0-1-7,2-3-9")
        : MySqlGtidSet.parse(count % 2 == 0 ? "" : "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5:7-9");
  }

  private Object generic(ParameterizedType type) {
    Type content = type.getActualTypeArguments()[0];
    if (type.getRawType() == Optional.class) {
      return filling == Filling.KNOWN ? Optional.of(value(content)) : Optional.empty();
    }
    if (type.getRawType() == List.class) {
      return filling == Filling.KNOWN_OTHERWISE
          ? List.of()
          : List.of(value(content), value(content));
    }
    if (type.getRawType() == Observed.class) {
      return switch (filling) {
        case KNOWN, KNOWN_OTHERWISE -> Observed.known(value(content));
        case ABSENT -> Observed.absent("it has no " + count);
        case UNKNOWN -> Observed.unknown("could not read \"" + count + "\"");
      };
    }
    throw new IllegalStateException("how is a " + type + " made up?");
  }

  private Object record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    if (components == null) {
      throw new IllegalStateException("how is a " + type + " made up?");
    }
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(components[i].getGenericType());
    }
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a made-up " + type, e);
    }
  }
}
