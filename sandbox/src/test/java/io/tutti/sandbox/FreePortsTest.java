package io.tutti.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A port is given once, also while nobody listens on it, and to one process of this machine. */
class FreePortsTest {
  private static final int MANY = 500;

  private static List<Integer> many() {
    return IntStream.range(0, MANY).mapToObj(each -> FreePorts.next()).toList();
  }

  @Test
  void noneIsGivenTwice() {
    assertThat(many()).doesNotHaveDuplicates();
  }

  @Test
  void anotherProcessGetsOthers() throws IOException {
    Set<Integer> ours = new HashSet<>(many());
    Process other = ChildProgram.start("ports", String.valueOf(MANY));
    try (BufferedReader lines = other.inputReader()) {
      List<Integer> theirs = Stream.of(lines.readLine().split(" ")).map(Integer::valueOf).toList();
      assertThat(theirs).hasSize(MANY).doesNotContainAnyElementsOf(ours);
      assertThat(many()).doesNotContainAnyElementsOf(theirs);
    } finally {
      other.destroyForcibly();
    }
  }
}
