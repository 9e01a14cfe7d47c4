package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

class InPluginContextTest {
  private final ClassLoader plugins = new URLClassLoader(new URL[0]);
  private final InPluginContext context = new InPluginContext(plugins);

  @Test
  void lendsThePluginsClassLoaderForACall() {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    assertThat(context.call(() -> Thread.currentThread().getContextClassLoader()))
        .isSameAs(plugins);
    assertThatThrownBy(() ->
            context.call(() -> {
              throw new IllegalStateException("broken");
            }))
        .hasMessage("broken");
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }
}
