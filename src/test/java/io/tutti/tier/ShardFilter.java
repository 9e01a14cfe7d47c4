package io.tutti.tier;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Leaves the tests of other shards out, where {@code -Dtutti.shard=k/n} is given. A method is the
 * smallest part, and a class of which the methods share their servers, by one instance or one value
 * of a parameter, is not divided.
 */
public final class ShardFilter implements PostDiscoveryFilter {
  private final Optional<Shard> shard =
      Optional.ofNullable(System.getProperty("tutti.shard"))
          .filter(text -> !text.isBlank())
          .map(Shard::parse);
  private final Map<String, Integer> dealt =
      shard.map(part -> Shard.deal(Durations.recorded(), part.of())).orElse(Map.of());

  @Override
  public FilterResult apply(TestDescriptor test) {
    return FilterResult.includedIf(
        shard.isEmpty()
            || unit(test.getUniqueId()).map(unit -> shard.get().holds(unit, dealt)).orElse(true));
  }

  /** What is dealt out as one; nothing for what holds several of them. */
  static Optional<String> unit(UniqueId id) {
    return first(id, "class", "class-template")
        .flatMap(type ->
            first(id, "method", "test-template", "test-factory")
                .map(method -> unit(type, method.replaceFirst("\\(.*", ""))));
  }

  static String unit(String type, String method) {
    String name = type.substring(type.lastIndexOf('.') + 1);
    return isDealtOutWhole(type) ? name : name + "#" + method;
  }

  static boolean isDealtOutWhole(String type) {
    return ReflectionSupport.tryToLoadClass(type)
        .toOptional()
        .filter(loaded -> sharesInstance(loaded) || isRepeatedWhole(loaded))
        .isPresent();
  }

  private static boolean sharesInstance(Class<?> type) {
    return AnnotationSupport.findAnnotation(type, TestInstance.class)
        .filter(instance -> instance.value() == Lifecycle.PER_CLASS)
        .isPresent();
  }

  private static boolean isRepeatedWhole(Class<?> type) {
    return AnnotationSupport.isAnnotated(type, ParameterizedClass.class);
  }

  private static Optional<String> first(UniqueId id, String... types) {
    return id.getSegments().stream()
        .filter(segment -> List.of(types).contains(segment.getType()))
        .map(UniqueId.Segment::getValue)
        .findFirst();
  }
}
