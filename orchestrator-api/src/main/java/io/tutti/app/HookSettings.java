package io.tutti.app;

import io.tutti.hook.HookPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** One hook, as the operator set it up. */
record HookSettings(
    @Setting(
            "The kind: `command` (a program on this machine), `webhook` (a message over HTTP),"
                + " `haproxy`, `proxysql`, `consul` or `keepalived`.")
        @DefaultValue
        Optional<String> kind,
    @Setting(
            "When it is called: `before-fence`, `after-*`, `*`; `tutti hooks list` shows what that"
                + " is.")
        @DefaultValue
        List<String> events,
    @Setting("After this it is ended, and counts as failed.") @DefaultValue("30s")
        Duration deadline,
    @Setting(
            "What becomes of an operation whose hook fails: ADVISORY (the operation continues), or"
                + " MAY_ABORT (it does not begin, where the hook is called before it).")
        @DefaultValue("ADVISORY")
        HookPolicy policy,
    @Setting(
            "Of a command: the program, by its absolute path, and its arguments. No shell reads"
                + " them.")
        @DefaultValue
        List<String> command,
    @Setting("Of a webhook: the address, http or https. It counts as a secret.") @DefaultValue
        Optional<Secret> url,
    @Setting(
            "Of a webhook: what messages are signed with, 16 bytes or more. Without it they are not"
                + " signed.")
        @DefaultValue
        Optional<Secret> secret,
    @Setting("Of a webhook: a file whose first line is the secret.") @DefaultValue
        Optional<Path> secretFile,
    @Setting(
            "Of the other kinds: what each of them needs, by name (docs/proxies.md):"
                + " `tutti.hooks.proxy.options.socket=/run/haproxy/admin.sock`.")
        @DefaultValue
        Map<String, String> options) {

  /** What stands for any name in the catalogue of settings. */
  static final String ANY = "<name>";

  private static final List<String> ENVIRONMENT_PREFIXES =
      List.of("TUTTI_HOOKS_", "TUTTI_BACKUPS_", "TUTTI_REPORTS_");

  /**
   * Of an underscore nobody knows whether it is one of the name, so none of these sets a hook, or
   * what else has names.
   */
  static Map<String, Object> without(Map<String, Object> environment) {
    Map<String, Object> others = new HashMap<>(environment);
    others.keySet().removeIf(name -> ENVIRONMENT_PREFIXES.stream().anyMatch(name::startsWith));
    return Map.copyOf(others);
  }
}
