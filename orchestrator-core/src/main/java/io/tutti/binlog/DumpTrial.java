package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.network.ServerException;
import io.tutti.error.ShownText;
import io.tutti.model.BinlogPosition;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.LogFile;
import io.tutti.spi.Target;
import io.tutti.spi.fence.Trial;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Tries to be sent a server's binlog with a replica's login. Does not wait at the end of the
 * binlog, so that the server takes it for no replica.
 *
 * @param as the login
 * @param way how it logs in
 */
public record DumpTrial(Target target, Credentials as, Way way) {
  /** How a login goes over the network. */
  public enum Way {
    /** As the controller's own does. */
    AS_CONTROLLER,
    /** As a channel without TLS does. */
    PLAIN,
    /**
     * As a channel with TLS does. Where the controller itself uses none, what the server shows is
     * taken, and unless that is known of it, the password leaves as a scramble only, as it does
     * without TLS.
     */
    TLS
  }

  /** As the controller's own login goes. */
  public DumpTrial(Target target, Credentials as) {
    this(target, as, Way.AS_CONTROLLER);
  }

  /** The login was refused as offline_mode is on, or the session was ended at its beginning. */
  private static final List<Integer> KEPT_AWAY = List.of(3032, 1184);

  /**
   * What the server answers to one whom it does not know, or who may not replicate, must log in
   * over TLS, is locked, or has a password that has expired.
   */
  private static final List<Integer> NOT_ADMITTED =
      List.of(1045, 1227, 1130, 1251, 1698, 1820, 1862, 3118, 3159, 4151);

  /**
   * @param files of its binlog
   */
  public Trial begin(List<LogFile> files, Deadline deadline) {
    if (files.isEmpty()) {
      return new Trial.Inconclusive("the server has no binlog");
    }
    AtomicReference<Trial> trial =
        new AtomicReference<>(new Trial.Inconclusive("nothing was sent in time"));
    BinaryLogClient client = client(files.getLast().name(), deadline);
    client.registerEventListener(event -> {
      trial.set(new Trial.Let("'%s' was sent its binlog".formatted(as.user())));
      disconnect(client);
    });
    client.registerLifecycleListener(
        new BinaryLogClient.AbstractLifecycleListener() {
          @Override
          public void onCommunicationFailure(BinaryLogClient failed, Exception failure) {
            trial.updateAndGet(before -> before instanceof Trial.Let ? before : judge(failure));
          }
        });
    Thread stream =
        Thread.ofVirtual()
            .name("dump-trial-" + target.address())
            .start(() -> {
              try {
                client.connect();
              } catch (IOException | RuntimeException e) {
                trial.updateAndGet(before -> before instanceof Trial.Let ? before : judge(e));
              }
            });
    try {
      if (!stream.join(deadline.remaining())) {
        disconnect(client);
      }
    } catch (InterruptedException e) {
      disconnect(client);
      Thread.currentThread().interrupt();
    }
    return Objects.requireNonNull(trial.get());
  }

  private BinaryLogClient client(String file, Deadline deadline) {
    BinaryLogClient client =
        new BinaryLogClient(
            target.address().host(), target.address().port(), as.user(), as.password());
    client.setBlocking(false);
    client.setKeepAlive(false);
    client.setConnectTimeout(deadline.remainingMillis());
    RawEvents events = new RawEvents();
    client.setEventDeserializer(events);
    SecureLogin.secure(client, target, way, events.bounds());
    client.setBinlogFilename(file);
    client.setBinlogPosition(BinlogPosition.FIRST_EVENT);
    return client;
  }

  private Trial judge(Exception failure) {
    String said = ShownText.of(String.valueOf(failure.getMessage()));
    int number = failure instanceof ServerException refused ? refused.getErrorCode() : 0;
    if (KEPT_AWAY.contains(number) || said.contains("init_connect")) {
      return new Trial.Refused("'%s' cannot log in (%s)".formatted(as.user(), said));
    }
    return NOT_ADMITTED.contains(number)
        ? new Trial.NotAdmitted(hindrance(number), number, said)
        : new Trial.Inconclusive(said);
  }

  private static Trial.Hindrance hindrance(int error) {
    return switch (error) {
      case 1227 -> Trial.Hindrance.PRIVILEGE;
      case 3118, 4151 -> Trial.Hindrance.LOCKED;
      case 1820, 1862 -> Trial.Hindrance.PASSWORD_EXPIRED;
      default -> Trial.Hindrance.LOGIN;
    };
  }

  private static void disconnect(BinaryLogClient client) {
    try {
      client.disconnect();
    } catch (IOException e) {
      // It is closed, which was all that was wanted.
    }
  }
}
