package io.tutti.app;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.hook.ConfiguredHook;
import io.tutti.hook.HookedGoals;
import io.tutti.hook.Hooks;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookPoint;
import io.tutti.spi.hook.HookProvider;
import io.tutti.spi.hook.Messages;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The hooks, by the settings below {@code tutti.hooks}. */
final class ConfiguredHooks {
  private static final String PREFIX = SettingsCatalogue.PREFIX + ".hooks.";
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  private final List<HookProvider> kinds;
  private final Messages messages;

  private ConfiguredHooks(List<HookProvider> kinds, Messages messages) {
    this.kinds = kinds;
    this.messages = messages;
  }

  /**
   * @throws OrchestratorException INVALID_CONFIGURATION naming the hook that is not right
   */
  static Hooks of(Map<String, HookSettings> settings, List<HookProvider> kinds, Messages messages) {
    ConfiguredHooks hooks = new ConfiguredHooks(kinds, messages);
    return new Hooks(
        settings.entrySet().stream()
            .map(each -> hooks.open(each.getKey(), each.getValue()))
            .toList());
  }

  private ConfiguredHook open(String name, HookSettings settings) {
    if (!NAME.matcher(name).matches()) {
      throw wrong(name, "its name has other characters than a-z, 0-9 and -, or more than 40", null);
    }
    if (!settings.deadline().isPositive()) {
      throw wrong(name, "its deadline is not positive", null);
    }
    HookProvider kind = kind(name, settings);
    try {
      return new ConfiguredHook(
          name,
          kind.kind(),
          events(settings.events()),
          settings.deadline(),
          settings.policy(),
          kind.open(options(name, settings), messages));
    } catch (IllegalArgumentException e) {
      throw wrong(name, String.valueOf(e.getMessage()), e);
    }
  }

  private HookProvider kind(String name, HookSettings settings) {
    String wanted = settings.kind().orElse("");
    return kinds.stream()
        .filter(each -> each.kind().equals(wanted))
        .findFirst()
        .orElseThrow(() ->
            wrong(
                name,
                "there is no kind \"%s\"; there are: %s"
                    .formatted(
                        wanted,
                        String.join(
                            ", ", kinds.stream().map(HookProvider::kind).sorted().toList())),
                null));
  }

  private static Set<HookPoint> events(List<String> texts) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("it has no events, so it would never be called");
    }
    Set<HookPoint> events = new LinkedHashSet<>();
    texts.forEach(text -> events.addAll(HookedGoals.parse(text)));
    return events;
  }

  private static HookOptions options(String name, HookSettings settings) {
    return new HookOptions(
        name,
        settings.command(),
        settings.url().map(Secret::value),
        Secrets.resolve(PREFIX + name + ".secret", settings.secret(), settings.secretFile()),
        settings.options());
  }

  private static OrchestratorException wrong(
      String name, String why, @Nullable IllegalArgumentException cause) {
    return new OrchestratorException(
        ErrorCode.INVALID_CONFIGURATION,
        PREFIX + name,
        "The hook %s%s is not right: %s. The controller was not started."
            .formatted(PREFIX, name, why),
        List.of("correct it, or take it out; see docs/hooks.md"),
        cause);
  }
}
