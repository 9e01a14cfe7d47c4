package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.StatusReader;
import io.tutti.spi.backup.CloneControl;
import io.tutti.spi.fence.FenceControl;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InPluginContextTest {
  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }

  /**
   * A default method that the wrapper does not pass on would be the interface's, not the plugin's.
   */
  @ParameterizedTest
  @ValueSource(
      classes = {
        FlavorProvider.class,
        InstanceClient.class,
        StatusReader.class,
        ReplicationControl.class,
        FenceControl.class,
        CloneControl.class
      })
  void passesOnEveryMethodOfTheSpi(Class<?> role) {
    Set<String> asked =
        Arrays.stream(role.getMethods())
            .map(InPluginContextTest::signature)
            .collect(Collectors.toSet());
    Class<?> wrapper =
        Arrays.stream(InPluginContext.class.getDeclaredClasses())
            .filter(role::isAssignableFrom)
            .findFirst()
            .orElseThrow();
    assertThat(
            Arrays.stream(wrapper.getDeclaredMethods())
                .map(InPluginContextTest::signature)
                .collect(Collectors.toSet()))
        .containsAll(asked);
  }
}
