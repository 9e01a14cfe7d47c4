package io.tutti.stories;

import java.util.Locale;

/** What somebody does in a story: to a server, as its client, or by asking the controller. */
sealed interface Act {

  /** As a line of the script. */
  String line();

  /** Nothing for a while. */
  record Pause(int millis) implements Act {
    @Override
    public String line() {
      return "wait " + millis + " ms";
    }
  }

  /** How much clients write from now on. */
  enum Pace {
    QUIET,
    /** About 50 transactions a second. */
    STEADY,
    /** As fast as the server answers. */
    HAMMER
  }

  record Write(Pace pace) implements Act {
    @Override
    public String line() {
      return "clients write: " + pace.name().toLowerCase(Locale.ROOT);
    }
  }

  /** With SIGKILL. */
  record Kill(int node) implements Act {
    @Override
    public String line() {
      return "kill -9 " + node;
    }
  }

  /** As an administrator does. */
  record Shutdown(int node) implements Act {
    @Override
    public String line() {
      return "shut down " + node;
    }
  }

  record Start(int node, boolean withoutReplication) implements Act {
    @Override
    public String line() {
      return "start " + node + (withoutReplication ? " --skip-slave-start" : "");
    }
  }

  /** A start that ends at once, because another program has the port. */
  record FailedStart(int node) implements Act {
    @Override
    public String line() {
      return "start " + node + " while its port is taken";
    }
  }

  /** Its newest binlog goes to the disk, and its length then is remembered. */
  record Sync(int node) implements Act {
    @Override
    public String line() {
      return "fsync the newest binlog of " + node;
    }
  }

  /** Its newest binlog loses what was written since {@link Sync}; only while it is down. */
  record CutToSynced(int node) implements Act {
    @Override
    public String line() {
      return "cut the newest binlog of " + node + " to its fsynced length";
    }
  }

  /** Its newest binlog loses its last bytes; only while it is down. */
  record CutEnd(int node, int bytes) implements Act {
    @Override
    public String line() {
      return "cut " + bytes + " bytes from the newest binlog of " + node;
    }
  }

  /** With SIGSTOP. */
  record Freeze(int node) implements Act {
    @Override
    public String line() {
      return "freeze " + node;
    }
  }

  record Thaw(int node) implements Act {
    @Override
    public String line() {
      return "thaw " + node;
    }
  }

  /** A session of the replica keeps the row that the applier updates in this schema. */
  record Hold(int node, int schema) implements Act {
    @Override
    public String line() {
      return "lock the counter of " + Tables.schema(schema) + " on " + node;
    }
  }

  record Release(int node) implements Act {
    @Override
    public String line() {
      return "let the locks on " + node + " go";
    }
  }

  /** Parts of a replica's replication. */
  enum Threads {
    APPLIER,
    RECEIVER,
    BOTH;

    boolean isWithApplier() {
      return this != RECEIVER;
    }

    boolean isWithReceiver() {
      return this != APPLIER;
    }
  }

  /** A person stops. */
  record StopThreads(int node, Threads threads) implements Act {
    @Override
    public String line() {
      return "on " + node + ": STOP SLAVE " + threads;
    }
  }

  /** A person starts. */
  record StartThreads(int node, Threads threads) implements Act {
    @Override
    public String line() {
      return "on " + node + ": START SLAVE " + threads;
    }
  }

  /** A person sets. */
  record SetVariable(int node, Setting setting, int value) implements Act {
    @Override
    public String line() {
      return "on " + node + ": SET GLOBAL " + setting + " = " + value;
    }
  }

  /** A variable that a person sets, under the name of each flavor. */
  enum Setting {
    SYNC_BINLOG,
    FLUSH_LOG,
    WORKERS
  }

  /** The replica gets a row that the next transaction of a client will stumble over. */
  record Conflict(int node) implements Act {
    @Override
    public String line() {
      return "a row in the way on " + node;
    }
  }

  /** What the controller is asked for. */
  enum Wish {
    CLOSE_GAPS,
    SKIP,
    FENCE,
    UNFENCE,
    RESOLVE,
    BACKUP_BEGIN,
    BACKUP_END,
    APPLY
  }

  /**
   * Somebody wishes something of the controller.
   *
   * @param value of what is applied; else 0
   * @param waits until the operation is at its end
   */
  record Ask(Wish wish, int node, int value, boolean waits) implements Act {
    @Override
    public String line() {
      return "ask Tutti: %s %d%s%s"
          .formatted(
              wish,
              node,
              wish == Wish.APPLY ? " workers=" + value : "",
              waits ? "" : " (at once on)");
    }
  }
}
