package io.tutti.metrics;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.security.RoleCheck;
import io.tutti.store.Role;
import io.tutti.web.Refusal;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Answers Prometheus, behind the filter that asks for a token; a viewer's is enough. */
public final class MetricsServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  /** Where Spring Boot's own would be, too. */
  public static final String PATH = "/actuator/prometheus";

  private final transient Metrics metrics;
  private final transient Refusal refusal;

  public MetricsServlet(Metrics metrics, Refusal refusal) {
    this.metrics = metrics;
    this.refusal = refusal;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!RoleCheck.caller(request).role().covers(Role.VIEWER)) {
      refusal.write(
          response,
          new OrchestratorException(
              ErrorCode.FORBIDDEN,
              PATH,
              "Metrics show servers and what is found there, and this token may not see them.",
              Remedies.of("ask with another token").or(Acts.createToken(Role.VIEWER.name()))));
      return;
    }
    byte[] text = metrics.scrape().getBytes(StandardCharsets.UTF_8);
    response.setContentType(Exposition.TYPE);
    response.setContentLength(text.length);
    response.getOutputStream().write(text);
  }
}
