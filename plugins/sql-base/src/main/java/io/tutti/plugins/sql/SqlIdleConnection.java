package io.tutti.plugins.sql;

import io.tutti.plugins.sql.wire.AnswerGuard;
import io.tutti.spi.Deadline;
import io.tutti.spi.IdleConnection;
import io.tutti.spi.Target;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;

/**
 * A session of a driver that is asked nothing after its login, over a socket whose channel is
 * known.
 */
record SqlIdleConnection(SqlSession session, SocketChannel channel) implements IdleConnection {
  /** 24 days, the most that servers on every system take: they end sessions that are idle. */
  private static final List<String> STAYS = List.of("wait_timeout=2147483");

  static SqlIdleConnection open(Target target, SqlDriver driver, Deadline deadline) {
    AnswerGuard guard = AnswerGuard.overChannel();
    SqlSession session = SqlSession.open(target, driver, deadline, guard, STAYS);
    return new SqlIdleConnection(session, guard.channel().orElseThrow());
  }

  /** A driver writes to blocking channels only. */
  @Override
  public void close() {
    try {
      channel.configureBlocking(true);
      session.close();
    } catch (IOException e) {
      session.abandon();
    } finally {
      closeChannel();
    }
  }

  private void closeChannel() {
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone either way.
      session.abandon();
    }
  }
}
