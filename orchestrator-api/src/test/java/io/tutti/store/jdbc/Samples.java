package io.tutti.store.jdbc;

import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.plan.Kinds;
import io.tutti.plan.Nothing;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Makes a record of any kind, by the types of its components.
 *
 * @param isFull whether what may be missing is there
 */
record Samples(Kinds kinds, boolean isFull) {
  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

  Record of(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values =
        Stream.of(components).map(each -> value(each.getGenericType())).toArray(Object[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return (Record) constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(type + " of " + List.of(values), e);
    }
  }

  private Object value(Type type) {
    return type instanceof ParameterizedType of
        ? container((Class<?>) of.getRawType(), of.getActualTypeArguments())
        : single((Class<?>) type);
  }

  private Object container(Class<?> type, Type[] content) {
    if (type == Optional.class) {
      return isFull ? Optional.of(value(content[0])) : Optional.empty();
    }
    if (type == List.class) {
      return List.of(value(content[0]));
    }
    if (type == Observed.class) {
      return isFull ? Observed.known(value(content[0])) : Observed.unknown("nobody asked");
    }
    if (Map.class.isAssignableFrom(type)) {
      return new TreeMap<>(Map.of("key", value(content[1])));
    }
    throw new AssertionError("no sample of " + type);
  }

  private Object single(Class<?> type) {
    if (type == Record.class) {
      return Nothing.NOTHING;
    }
    if (type.isRecord() && type != InstanceAddress.class && type != BinlogPosition.class) {
      return of(type);
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    if (type.isSealed() && type != GtidSet.class && type != Gtid.class) {
      return kinds.all().stream()
          .filter(kind -> type.isAssignableFrom(kind.type()))
          .findFirst()
          .map(kind -> of(kind.type()))
          .orElseThrow();
    }
    return Stream.<Object>of(
            "text",
            true,
            1,
            2L,
            Duration.ofMinutes(1),
            Instant.parse("2026-11-21T01:02:03.000004Z"),
            InstanceAddress.parse("db7:3306"),
            BinlogPosition.parse("binlog.000007:4"),
            Gtid.parse(UUID + ":5"),
            GtidSet.parse(UUID + ":1-5"))
        .filter(each -> boxed(type).isInstance(each))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no sample of " + type));
  }

  private static Class<?> boxed(Class<?> type) {
    return type.isPrimitive()
        ? java.lang.invoke.MethodType.methodType(type).wrap().returnType()
        : type;
  }
}
