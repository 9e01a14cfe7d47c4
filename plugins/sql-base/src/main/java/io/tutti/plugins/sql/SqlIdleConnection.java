package io.tutti.plugins.sql;

import io.tutti.plugins.sql.wire.AnswerGuard;
import io.tutti.spi.Deadline;
import io.tutti.spi.IdleConnection;
import io.tutti.spi.Target;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * A session of a driver that is asked nothing after its login, over a socket whose channel is
 * known.
 */
record SqlIdleConnection(SqlSession session, SocketChannel channel) implements IdleConnection {
  static SqlIdleConnection open(Target target, SqlDriver driver, Deadline deadline) {
    AnswerGuard guard = AnswerGuard.overChannel();
    SqlSession session =
        SqlSession.open(target, driver, deadline, guard, SessionSettings.ofIdle(target));
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
