package io.tutti.app;

import io.tutti.spi.Around;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.hook.HookProvider;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plugin's code with the plugin's class loader as the thread's, because drivers look up
 * parts of themselves through it.
 */
record InPluginContext(ClassLoader loader) implements Around {

  @Override
  public @Nullable Object call(Supplier<@Nullable Object> work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return work.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  FlavorProvider provider(FlavorProvider plugin) {
    return each(FlavorProvider.class, plugin);
  }

  HookProvider hooks(HookProvider plugin) {
    return each(HookProvider.class, plugin);
  }
}
