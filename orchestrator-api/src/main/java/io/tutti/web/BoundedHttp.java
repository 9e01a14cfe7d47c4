package io.tutti.web;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 in which the head of a request must be complete within a time. Tomcat's own time-out
 * begins again with each byte, so that a client that sends one now and then would keep its
 * connection for ever.
 */
public final class BoundedHttp extends Http11NioProtocol {
  private static final Duration HEAD_TIME_MAX = Duration.ofSeconds(15);
  private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(1);

  /** Beyond those of Tomcat, which are numbered from 0. */
  private static final int NOTE_COMPLETE = 20;

  private @Nullable Future<?> sweep;

  @Override
  public void setAdapter(Adapter adapter) {
    super.setAdapter(new Noting(adapter));
  }

  @Override
  public void start() throws Exception {
    super.start();
    sweep =
        getUtilityExecutor()
            .scheduleWithFixedDelay(
                this::closeSlow,
                SWEEP_INTERVAL.toMillis(),
                SWEEP_INTERVAL.toMillis(),
                TimeUnit.MILLISECONDS);
  }

  @Override
  public void stop() throws Exception {
    if (sweep != null) {
      sweep.cancel(false);
    }
    super.stop();
  }

  private void closeSlow() {
    long now = System.nanoTime();
    for (SocketWrapperBase<?> connection : getEndpoint().getConnections()) {
      if (connection.getCurrentProcessor() instanceof AbstractProcessor processor) {
        Request request = processor.getRequest();
        // In this order: the next request may begin in between, and is not a slow one then.
        Object noted = request.getNote(NOTE_COMPLETE);
        long begun = request.getStartTimeNanos();
        boolean complete = noted instanceof Long known && known == begun;
        if (begun >= 0 && !complete && now - begun > HEAD_TIME_MAX.toNanos()) {
          connection.close();
        }
      }
    }
  }

  /** Notes which requests have come to their adapter, which is when their head is complete. */
  private record Noting(Adapter adapter) implements Adapter {

    @Override
    public void service(Request request, Response response) throws Exception {
      request.setNote(NOTE_COMPLETE, request.getStartTimeNanos());
      adapter.service(request, response);
    }

    @Override
    public boolean prepare(Request request, Response response) throws Exception {
      return adapter.prepare(request, response);
    }

    @Override
    public boolean asyncDispatch(Request request, Response response, SocketEvent status)
        throws Exception {
      return adapter.asyncDispatch(request, response, status);
    }

    @Override
    public void log(Request request, Response response, long time) {
      adapter.log(request, response, time);
    }

    @Override
    public void checkRecycled(Request request, Response response) {
      adapter.checkRecycled(request, response);
    }

    @Override
    public String getDomain() {
      return adapter.getDomain();
    }
  }
}
