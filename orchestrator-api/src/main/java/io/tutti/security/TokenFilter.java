package io.tutti.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** Lets nobody in without the token, except to what tells nothing of the servers. */
public final class TokenFilter extends HttpFilter {
  private static final long serialVersionUID = 1L;

  private final transient AccessToken token;
  private final Set<String> openPaths;
  private final transient Refusal refusal;

  /** Writes the answer to a request without the right token. */
  public interface Refusal {
    void write(HttpServletRequest request, HttpServletResponse response) throws IOException;
  }

  /**
   * @param openPaths whole paths that need no token
   */
  public TokenFilter(AccessToken token, Set<String> openPaths, Refusal refusal) {
    this.token = token;
    this.openPaths = Set.copyOf(openPaths);
    this.refusal = refusal;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean admitted =
        openPaths.contains(request.getRequestURI())
            || Optional.ofNullable(request.getHeader("Authorization"))
                .filter(token::admits)
                .isPresent();
    if (admitted) {
      chain.doFilter(request, response);
    } else {
      response.setHeader("WWW-Authenticate", "Bearer realm=\"tutti\"");
      refusal.write(request, response);
    }
  }
}
