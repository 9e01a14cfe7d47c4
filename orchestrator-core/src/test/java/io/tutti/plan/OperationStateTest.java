package io.tutti.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.store.JournalEntry;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OperationStateTest {

  @ParameterizedTest
  @EnumSource(OperationState.class)
  void movesOnlyAsTheTableSays(OperationState from) {
    for (OperationState to : OperationState.values()) {
      if (from.successors().contains(to)) {
        assertThat(from.to(to)).isEqualTo(to);
      } else {
        assertThatThrownBy(() -> from.to(to))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining(from.name())
            .hasMessageContaining(to.name());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(OperationState.class)
  void hasNoSuccessorExactlyWhenTerminal(OperationState state) {
    assertThat(state.successors().isEmpty()).isEqualTo(state.isTerminal());
  }

  @ParameterizedTest
  @EnumSource(OperationState.class)
  void canAlwaysReachAnEnd(OperationState state) {
    Set<OperationState> reachable = new HashSet<>(Set.of(state));
    for (int i = 0; i < OperationState.values().length; i++) {
      reachable.addAll(reachable.stream().flatMap(s -> s.successors().stream()).toList());
    }
    assertThat(reachable).anyMatch(OperationState::isTerminal);
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void givesEachReasonASentence(Reason reason) {
    assertThat(reason.sentence()).matches("[A-Z].*\\.");
  }

  @Test
  void journalsNothingButPlainData() {
    requirePlain(JournalEntry.class, new HashSet<>());
  }

  /** What may be any record is written by its kind, and walked in {@code PlanKindsTest}. */
  private static void requirePlain(Type type, Set<Type> seen) {
    if (!seen.add(type) || type == Record.class) {
      return;
    }
    if (type instanceof ParameterizedType generic) {
      assertThat(generic.getRawType())
          .isIn(Optional.class, List.class, Map.class, Set.class, SortedMap.class, SortedSet.class);
      Arrays.stream(generic.getActualTypeArguments()).forEach(each -> requirePlain(each, seen));
    } else if (type instanceof Class<?> plain && plain.isRecord()) {
      for (RecordComponent component : plain.getRecordComponents()) {
        requirePlain(component.getGenericType(), seen);
      }
    } else if (type instanceof Class<?> open && open.isSealed()) {
      Arrays.stream(open.getPermittedSubclasses()).forEach(each -> requirePlain(each, seen));
    } else {
      assertThat(type instanceof Class<?> c && (c.isPrimitive() || c.isEnum() || isText(c)))
          .as("%s can be written as text", type)
          .isTrue();
    }
  }

  private static boolean isText(Class<?> type) {
    return Set.of(String.class, Instant.class, Duration.class).contains(type);
  }
}
