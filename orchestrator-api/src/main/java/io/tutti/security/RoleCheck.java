package io.tutti.security;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.store.Role;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Lets a request through when its token's role reaches so far, and keeps of each that is to change
 * something who made it, from where and why, before it is carried out.
 */
public final class RoleCheck implements HandlerInterceptor {
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
  private static final String BASE = "/api/v1/";

  private final Supplier<AuditLog> audit;
  private final InstantSource clock;

  /**
   * @param audit asked for when it is needed first
   */
  public RoleCheck(Supplier<AuditLog> audit, InstantSource clock) {
    this.audit = audit;
    this.clock = clock;
  }

  /** Whoever makes the request that this thread answers. */
  public static Caller caller(HttpServletRequest request) {
    if (request.getAttribute(TokenFilter.CALLER) instanceof Caller caller) {
      return caller;
    }
    throw new IllegalStateException("a path that is open to all asks who calls");
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    boolean again = request.getDispatcherType() != DispatcherType.REQUEST;
    if (again
        || handler instanceof HandlerMethod method && method.hasMethodAnnotation(OpenToAll.class)) {
      return true;
    }
    Caller caller = caller(request);
    Role needed = needed(handler);
    boolean admitted = caller.role().covers(needed);
    if (!READING.contains(request.getMethod()) || !admitted) {
      audit.get().append(entry(request, caller, admitted));
    }
    if (!admitted) {
      throw new OrchestratorException(
          ErrorCode.FORBIDDEN,
          request.getRequestURI(),
          "The token \"%s\" has the role %s, and this needs the role %s."
              .formatted(caller.name(), words(caller.role()), words(needed)),
          Remedies.of("ask with another token").or(Acts.createToken(needed.name())));
    }
    return true;
  }

  /** About what nothing is known, as far as there is. */
  static Role needed(Object handler) {
    return handler instanceof HandlerMethod method
        ? Optional.ofNullable(method.getMethodAnnotation(Needs.class))
            .map(Needs::value)
            .orElse(Role.ADMIN)
        : Role.VIEWER;
  }

  private AuditRecord entry(HttpServletRequest request, Caller caller, boolean admitted) {
    String path = request.getRequestURI();
    String what = path.startsWith(BASE) ? path.substring(BASE.length()) : path;
    return new AuditRecord(
        clock.instant(),
        caller.name(),
        "request",
        target(request).orElse(what),
        admitted ? Outcome.DONE : Outcome.REFUSED,
        "%s %s from %s%s%s"
            .formatted(
                request.getMethod(),
                what,
                caller.address(),
                caller.reason().map(reason -> ": " + reason).orElse("."),
                admitted ? "" : " The role " + words(caller.role()) + " does not allow this."));
  }

  /** The instance, operation, incident or token that the path names. */
  private static Optional<String> target(HttpServletRequest request) {
    return request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)
            instanceof Map<?, ?> variables
        ? variables.values().stream().map(Object::toString).findFirst()
        : Optional.empty();
  }

  private static String words(Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }
}
