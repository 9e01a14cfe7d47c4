package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.spi.CloneControl;
import io.tutti.spi.Deadline;
import io.tutti.spi.Target;
import io.tutti.spi.backup.CloneStatus;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Says CLONE, with the account of this controller on both servers. */
final class SqlCloneControl implements CloneControl {
  private static final Question VERSION = SharedQuestions.variables("version", Set.of("version"));

  private static final Question PLUGIN =
      Question.plain(
          "clone-plugin",
          "SELECT PLUGIN_STATUS AS status FROM information_schema.PLUGINS"
              + " WHERE PLUGIN_NAME = 'clone'",
          "");

  private static final Question STATUS =
      new Question(
          "clone-status",
          "SELECT … FROM performance_schema.clone_status",
          "SELECT STATE AS state, BEGIN_TIME AS began, SOURCE AS donor, ERROR_NO AS number,"
              + " ERROR_MESSAGE AS message, BINLOG_FILE AS file, BINLOG_POSITION AS position"
              + " FROM performance_schema.clone_status",
          OperatingGrants.CLONE_STATUS);

  private static final Question PROGRESS =
      new Question(
          "clone-progress",
          "SELECT … FROM performance_schema.clone_progress",
          "SELECT STAGE AS stage, ROUND(DATA / 1048576) AS done, ROUND(ESTIMATE / 1048576) AS"
              + " whole, STATE AS state FROM performance_schema.clone_progress",
          OperatingGrants.CLONE_PROGRESS);

  private static final Question SHUT =
      Question.plain("shut", "SELECT @@global.super_read_only AS shut", "");

  /**
   * While it is on, CLONE is refused (error 1290). The restart at the end sets it to what the
   * option file says; read_only and offline_mode, which are left, keep clients away.
   */
  private static final String LET_WRITE = "SET GLOBAL super_read_only = 0";

  /** It has all, and nobody watches over its process who would start it again: so it ends. */
  private static final int RESTART_FAILED = 3707;

  private final Dialect dialect;
  private final SessionHolder sessions;
  private final Target target;

  SqlCloneControl(Dialect dialect, SessionHolder sessions, Target target) {
    this.dialect = dialect;
    this.sessions = sessions;
    this.target = target;
  }

  @Override
  public Observed<CloneStatus> read(Role role, Deadline deadline) {
    if (!dialect.clones(version(deadline))) {
      return Observed.absent("servers of this release do not clone others");
    }
    if (role == Role.DONOR && isIpv6(target.address())) {
      return Observed.absent(
          "CLONE takes no IPv6 address, and %s is known by one: a name would do"
              .formatted(target.address()));
    }
    boolean isActive =
        ask(PLUGIN, deadline)
            .first()
            .filter(row -> row.textOrEmpty("status").equals("ACTIVE"))
            .isPresent();
    if (!isActive) {
      return Observed.absent(
          "the clone plugin is not loaded on "
              + target.address()
              + " (plugin-load-add=mysql_clone.so, or INSTALL PLUGIN clone SONAME"
              + " 'mysql_clone.so')");
    }
    // Asked of a server that never copied, too: what the account lacks is reported before it does.
    List<Row> stages = ask(PROGRESS, deadline).all();
    return Observed.known(
        ask(STATUS, deadline)
            .first()
            .map(row -> status(row, stages))
            .orElse(
                new CloneStatus(
                    CloneStatus.State.NONE,
                    "",
                    "",
                    Observed.absent("there was no copy"),
                    Observed.absent("there was no copy"),
                    false,
                    "")));
  }

  /** A list of donors divides hosts from ports by colons (clone_valid_donor_list, error 3869). */
  private static boolean isIpv6(InstanceAddress address) {
    return address.host().indexOf(':') >= 0;
  }

  private static CloneStatus status(Row row, List<Row> stages) {
    CloneStatus.State state =
        switch (row.textOrEmpty("state")) {
          case "Completed" -> CloneStatus.State.COMPLETED;
          case "Failed" -> CloneStatus.State.FAILED;
          case "In Progress" -> CloneStatus.State.RUNNING;
          default -> CloneStatus.State.NONE;
        };
    String file = row.textOrEmpty("file");
    return new CloneStatus(
        state,
        row.textOrEmpty("began"),
        row.textOrEmpty("donor"),
        file.isEmpty()
            ? Observed.absent("the donor reported no position")
            : Observed.known(new BinlogPosition(file, row.number("position").orElse(0))),
        row.number("number").orElse(0) == 0
            ? Observed.absent("it met none")
            : Observed.known(row.number("number").orElse(0) + ": " + row.textOrEmpty("message")),
        stages.stream()
            .anyMatch(stage ->
                stage.textOrEmpty("stage").equals("DROP DATA")
                    && !stage.textOrEmpty("state").equals("Not Started")),
        progress(stages));
  }

  private static String progress(List<Row> stages) {
    return stages.stream()
        .filter(row -> row.textOrEmpty("state").equals("In Progress"))
        .map(row ->
            "%s: %d of %d MB"
                .formatted(
                    row.textOrEmpty("stage"),
                    row.number("done").orElse(0),
                    row.number("whole").orElse(0)))
        .collect(Collectors.joining("; "));
  }

  @Override
  public void requirePrivileges(Role role, Deadline deadline) {
    Vouched.require(target, role == Role.DONOR ? "be copied" : "copy another server");
    ServerVersion version = version(deadline);
    OperatingGrants grants = dialect.operatingGrants(version);
    HeldPrivileges held =
        HeldPrivileges.of(ask(Question.plain("grants", "SHOW GRANTS", ""), deadline));
    String wanted = role == Role.DONOR ? grants.of(Work.CLONE_FROM) : grants.of(Work.CLONE_ONTO);
    HeldPrivileges.requireNone(
        Arrays.stream(wanted.split("; ")).filter(held::surelyLackExactly).toList(),
        new HeldPrivileges.Account(
            dialect.flavor(), version, target, sessions.session(deadline).account()),
        HeldPrivileges.LACKS);
  }

  @Override
  public List<String> statements(InstanceAddress donor) {
    return List.of(trusting(donor), LET_WRITE, cloning(donor) + " IDENTIFIED BY …");
  }

  private static String trusting(InstanceAddress donor) {
    return "SET GLOBAL clone_valid_donor_list = " + SqlNames.quoted(donor.toString());
  }

  private String cloning(InstanceAddress donor) {
    return "CLONE INSTANCE FROM %s@%s:%d"
        .formatted(
            SqlNames.quoted(target.credentials().user()),
            SqlNames.quoted(donor.host()),
            donor.port());
  }

  @Override
  public void cloneFrom(InstanceAddress donor, Deadline deadline) {
    Vouched.require(target, "copy " + donor);
    String grants = dialect.operatingGrants(version(deadline)).of(Work.CLONE_ONTO);
    ask(Question.plain("trust", trusting(donor), grants), deadline);
    Question copying =
        new Question(
                "clone",
                cloning(donor),
                cloning(donor)
                    + " IDENTIFIED BY "
                    + SqlNames.quoted(target.credentials().password()),
                grants)
            .withSecret();
    boolean shut =
        ask(SHUT, deadline).first().filter(row -> row.number("shut").orElse(0) == 1).isPresent();
    ask(Question.plain("let-write", LET_WRITE, grants), deadline);
    try {
      sessions.session(deadline).execute(copying, deadline);
    } catch (OrchestratorException e) {
      boolean isOver = e.code() == ErrorCode.CONNECTION_LOST || number(e) == RESTART_FAILED;
      if (!isOver) {
        if (shut) {
          ask(Question.plain("shut", "SET GLOBAL super_read_only = 1", grants), deadline);
        }
        throw e;
      }
    } finally {
      sessions.abandon();
    }
  }

  private static int number(OrchestratorException e) {
    return e.getCause() instanceof SQLException sql ? sql.getErrorCode() : 0;
  }

  private Rows ask(Question question, Deadline deadline) {
    try {
      return sessions.session(deadline).query(question, deadline);
    } catch (OrchestratorException e) {
      switch (e.code()) {
        case STATEMENT_TIMED_OUT -> sessions.abandonHanging();
        case CONNECTION_LOST -> sessions.abandon();
        default -> {
          // The connection is as good as before.
        }
      }
      throw e;
    }
  }

  private ServerVersion version(Deadline deadline) {
    return ServerVersion.parse(ask(VERSION, deadline).first().orElseThrow().textOrEmpty("Value"));
  }
}
