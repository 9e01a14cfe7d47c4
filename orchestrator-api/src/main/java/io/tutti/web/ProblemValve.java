package io.tutti.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the web server itself refuses, such as a line that is no HTTP, is a problem document, too,
 * in place of a page for people.
 */
public final class ProblemValve extends ErrorReportValve {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemValve.class);
  private static final int BAD_REQUEST = 400;
  private static final int TIMED_OUT = 408;
  private static final int SERVER_ERROR = 500;

  /** The members are those of all other problems; nothing of the request is repeated. */
  private static final String DOCUMENT =
      """
      {"type":"urn:tutti:error:%1$s","title":"%2$s","status":%3$d,"detail":"%4$s","code":"%1$s",\
      "target":"request","observed":"%4$s","remedies":[{"sentence":"see /api/v1/openapi.json","acts":[]}]}\
      """;

  @Override
  protected void report(Request request, Response response, @Nullable Throwable cause) {
    int status = response.getStatus();
    if (status < BAD_REQUEST || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    boolean ours = status == SERVER_ERROR;
    if (status > SERVER_ERROR) {
      // A transfer encoding, or a release of HTTP, that nobody has.
      status = BAD_REQUEST;
      response.setStatus(status);
    }
    if (ours) {
      LOG.error("A request failed because of a defect", cause);
    }
    String code = code(status);
    String title = code.charAt(0) + code.substring(1).replace('_', ' ').toLowerCase(Locale.ROOT);
    String detail = detail(status);
    byte[] document =
        DOCUMENT.formatted(code, title, status, detail).getBytes(StandardCharsets.UTF_8);
    try {
      response.setContentType("application/problem+json");
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cache-Control", "no-store");
      response.getOutputStream().write(document);
      response.finishResponse();
    } catch (IOException | IllegalStateException e) {
      LOG.debug("An answer did not reach its client", e);
    }
  }

  private static String code(int status) {
    return switch (status) {
      case SERVER_ERROR -> "INTERNAL";
      case TIMED_OUT -> "BODY_TOO_SLOW";
      default -> "INVALID_REQUEST";
    };
  }

  private static String detail(int status) {
    return switch (status) {
      case SERVER_ERROR ->
          "The request failed because of a defect in Tutti; the controller's log has the reason.";
      case TIMED_OUT -> "The rest of the body did not come.";
      default -> "The request is not valid HTTP.";
    };
  }
}
