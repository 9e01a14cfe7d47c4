package io.tutti.security;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.store.AuditLog;
import io.tutti.store.NamedToken;
import io.tutti.web.Refusal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out who makes a request, and lets nobody in without a token but to what is open to all. */
public final class TokenFilter extends HttpFilter {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(TokenFilter.class);

  /** Under which the rest of a request finds its {@link Caller}. */
  public static final String CALLER = Caller.class.getName();

  private static final String SCHEME = "Bearer ";
  private static final String REASON = "reason=";

  /** How long a wrong answer takes where there were too many. */
  private static final Duration SLOWED = Duration.ofMillis(500);

  private final transient Admission admission;
  private final Set<String> openPaths;

  /**
   * By what it is decided who is admitted.
   *
   * @param audit asked for when it is needed first
   * @param refusal writes the answer to a request without a token that is good
   */
  public record Admission(
      TokenRegister tokens,
      FailedLogins failures,
      Supplier<AuditLog> audit,
      InstantSource clock,
      Refusal refusal) {}

  /**
   * @param openPaths whole paths that need no token
   */
  public TokenFilter(Admission admission, Set<String> openPaths) {
    this.admission = admission;
    this.openPaths = Set.copyOf(openPaths);
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (openPaths.contains(request.getRequestURI())) {
      chain.doFilter(request, response);
      return;
    }
    Optional<NamedToken> token = offered(request).flatMap(admission.tokens()::find);
    if (token.isPresent()) {
      request.setAttribute(CALLER, caller(token.get(), request));
      chain.doFilter(request, response);
    } else {
      refuse(request, response);
    }
  }

  private static Optional<String> offered(HttpServletRequest request) {
    return Optional.ofNullable(request.getHeader("Authorization"))
        .filter(header -> header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
        .map(header -> header.substring(SCHEME.length()).strip())
        .filter(text -> !text.isEmpty());
  }

  private static Caller caller(NamedToken token, HttpServletRequest request) {
    return new Caller(token.name(), token.role(), request.getRemoteAddr(), reason(request));
  }

  /** Only where the query has one, so that no body is read as a form. */
  private static Optional<String> reason(HttpServletRequest request) {
    String query = request.getQueryString();
    return query == null || !query.contains(REASON)
        ? Optional.empty()
        : Optional.ofNullable(request.getParameter("reason"))
            .map(String::strip)
            .filter(text -> !text.isEmpty());
  }

  private void refuse(HttpServletRequest request, HttpServletResponse response) throws IOException {
    FailedLogins.Verdict verdict =
        admission.failures().count(request.getRemoteAddr(), admission.clock().instant());
    verdict.audit().ifPresent(this::audit);
    if (verdict.slowed()) {
      pause();
      response.setHeader("Retry-After", Long.toString(Duration.ofMinutes(1).toSeconds()));
    }
    response.setHeader("WWW-Authenticate", "Bearer realm=\"tutti\"");
    admission
        .refusal()
        .write(
            response,
            new OrchestratorException(
                verdict.slowed() ? ErrorCode.TOO_MANY_LOGINS : ErrorCode.UNAUTHENTICATED,
                "token",
                verdict.slowed()
                    ? "The request has no valid token, and too many requests from that address had"
                        + " none."
                    : "The request has no valid token.",
                Remedies.of(
                        "tutti --token TOKEN, or TUTTI_TOKEN; over REST \"Authorization: Bearer"
                            + " TOKEN\"")
                    .or(
                        "the first token is in the file \"token\" of the controller's data folder;"
                            + " \"%s\" makes more",
                        Acts.createToken())));
  }

  private void audit(io.tutti.store.AuditRecord entry) {
    try {
      admission.audit().get().append(entry);
    } catch (RuntimeException e) {
      LOG.warn("A failed login could not be audited", e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(SLOWED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
