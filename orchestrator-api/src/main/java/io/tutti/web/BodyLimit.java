package io.tutti.web;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;

/**
 * Refuses bodies that are larger, or come more slowly, than any that is meant for us, before they
 * fill the memory. Says with each answer that nobody else may keep or guess at it.
 */
public final class BodyLimit extends HttpFilter {
  private static final long serialVersionUID = 1L;

  /** Many times the largest request there is: a change of all knobs on a hundred replicas. */
  public static final int BYTES_MAX = 64 * 1024;

  /** A phone's connection sends 64 kB in seconds. */
  private static final Duration TIME_MAX = Duration.ofSeconds(20);

  private final transient Refusal refusal;

  public BodyLimit(Refusal refusal) {
    this.refusal = refusal;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Cache-Control", "no-store");
    if (request.getContentLengthLong() > BYTES_MAX) {
      response.setHeader("Connection", "close");
      refusal.write(response, tooLarge());
    } else {
      chain.doFilter(new Limited(request), response);
    }
  }

  private static OrchestratorException tooLarge() {
    return new OrchestratorException(
        ErrorCode.BODY_TOO_LARGE,
        "body",
        "The body has more than %d bytes, the most that any request needs.".formatted(BYTES_MAX),
        List.of("see /api/v1/openapi.json for what is expected"));
  }

  private static OrchestratorException tooSlow() {
    return new OrchestratorException(
        ErrorCode.BODY_TOO_SLOW,
        "body",
        "The body did not come within %d seconds.".formatted(TIME_MAX.toSeconds()),
        List.of("send it again"));
  }

  private static final class Limited extends HttpServletRequestWrapper {
    private final long deadlineNanos = System.nanoTime() + TIME_MAX.toNanos();

    Limited(HttpServletRequest request) {
      super(request);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new Counted(super.getInputStream(), deadlineNanos);
    }
  }

  /** Bodies are read to their end by who waits for them; nobody here reads them piecemeal. */
  private static final class Counted extends ServletInputStream {
    private final ServletInputStream body;
    private final InputStream source;
    private final long deadlineNanos;
    private long count;

    Counted(ServletInputStream body, long deadlineNanos) {
      this.body = body;
      this.source = body;
      this.deadlineNanos = deadlineNanos;
    }

    @Override
    public int read() throws IOException {
      int next = source.read();
      return next < 0 ? next : counted(1, next);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int read = source.read(into, offset, Math.min(length, BYTES_MAX + 1));
      return read < 0 ? read : counted(read, read);
    }

    private int counted(int more, int result) throws RefusedBody {
      count += more;
      if (count > BYTES_MAX) {
        throw new RefusedBody(tooLarge());
      }
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new RefusedBody(tooSlow());
      }
      return result;
    }

    @Override
    public boolean isFinished() {
      return body.isFinished();
    }

    @Override
    public boolean isReady() {
      return body.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      body.setReadListener(listener);
    }
  }
}
