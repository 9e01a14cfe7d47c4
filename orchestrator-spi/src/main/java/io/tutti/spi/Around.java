package io.tutti.spi;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that is done around each call of a plugin, whichever method it is: also of those that
 * later versions of this package add.
 */
@FunctionalInterface
public interface Around {
  /** Makes a call, and hands on what it returns or throws. */
  @Nullable Object call(Supplier<@Nullable Object> work);

  /** The same, with this around each call, also of what it gives out. */
  default <R> R each(Class<R> role, R real) {
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              case "toString" -> real.toString();
              default ->
                  given(method.getGenericReturnType(), call(() -> invoke(method, real, arguments)));
            };
    return role.cast(Proxy.newProxyInstance(role.getClassLoader(), new Class<?>[] {role}, handler));
  }

  private @Nullable Object given(Type type, @Nullable Object result) {
    return switch (result) {
      case Optional<?> perhaps when type instanceof ParameterizedType optional ->
          perhaps.map(
              value -> Objects.requireNonNull(given(optional.getActualTypeArguments()[0], value)));
      case Object value when type instanceof Class<?> role && isRole(role) -> around(role, value);
      case null, default -> result;
    };
  }

  private <R> R around(Class<R> role, Object real) {
    return each(role, role.cast(real));
  }

  /** What plugins implement, as distinguished from what they say. */
  private static boolean isRole(Class<?> type) {
    return type.isInterface()
        && !type.isSealed()
        && type.getPackageName().startsWith(Around.class.getPackageName());
  }

  private static @Nullable Object invoke(
      Method method, Object real, Object @Nullable [] arguments) {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException("a checked failure", e);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("roles are public", e);
    }
  }
}
