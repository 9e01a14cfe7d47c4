package io.tutti.operation.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.spi.ReplicationControl;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardedControlTest {

  /** One that is left to its default would say that no plugin can. */
  @Test
  void everyCallGoesToThePlugin() {
    List<String> own =
        Arrays.stream(GuardedControl.class.getDeclaredMethods())
            .map(GuardedControlTest::signature)
            .toList();
    assertThat(ReplicationControl.class.getMethods())
        .filteredOn(method -> !Modifier.isStatic(method.getModifiers()))
        .isNotEmpty()
        .allSatisfy(method -> assertThat(own).contains(signature(method)));
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }
}
