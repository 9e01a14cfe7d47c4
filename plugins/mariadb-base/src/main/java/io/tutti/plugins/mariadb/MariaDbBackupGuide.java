package io.tutti.plugins.mariadb;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.PositionAttachments;
import io.tutti.plugins.sql.SqlNames;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.backup.BackupTool;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.backup.Coordinate;
import io.tutti.spi.backup.SourceDump;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Copies of MariaDB. */
record MariaDbBackupGuide(ServerVersion version) implements BackupGuide {
  private static final String REPLICA_POS = "gtid_slave_pos";
  private static final String WITHOUT_TLS = ", MASTER_SSL=0";

  @Override
  public List<Coordinate> coordinates(InstanceState state) {
    return List.of(
        new Coordinate(REPLICA_POS, position(state.settings().text(REPLICA_POS))),
        new Coordinate("gtid_binlog_pos", position(state.gtid().binlogged().map(Object::toString))),
        new Coordinate(
            "gtid_current_pos", position(state.gtid().executed().map(Object::toString))));
  }

  private static Observed<String> position(Observed<String> reported) {
    return reported.flatMap(
        text -> text.isEmpty() ? Observed.absent("it is empty") : Observed.known(text));
  }

  @Override
  public List<Attachment> attachments(InstanceState state, Channel channel) {
    List<Attachment> ways = new ArrayList<>();
    byGtid(state, channel).ifPresent(ways::add);
    ways.addAll(
        PositionAttachments.of(
            state, channel, isPlaceInSource(state, channel), MariaDbBackupGuide::change));
    return ways;
  }

  /**
   * A connection that finds its place by GTID knows one in the source's binlog only once it has
   * applied what it received since it connected: before, 10.1.8 shows the beginning of the log.
   */
  private static boolean isPlaceInSource(InstanceState state, Channel channel) {
    if (channel.positioning() == Positioning.LOG_POSITION) {
      return true;
    }
    Optional<GtidSet> received =
        channel.receiver().retrieved().asOptional().filter(set -> !set.isEmpty());
    return received.isPresent()
        && state
            .gtid()
            .executed()
            .asOptional()
            .filter(applied -> applied.contains(received.get()))
            .isPresent();
  }

  private static Optional<Attachment> byGtid(InstanceState state, Channel channel) {
    boolean current = channel.positioning() == Positioning.CURRENT_POS;
    Observed<String> applied =
        current
            ? state.gtid().executed().map(Object::toString)
            : state.settings().text(REPLICA_POS);
    return position(applied)
        .asOptional()
        .map(gtids ->
            new Attachment(
                Attachment.By.GTID,
                channel.source(),
                List.of(
                    "RESET MASTER",
                    "SET GLOBAL gtid_slave_pos = " + SqlNames.quoted(gtids),
                    change(channel.source(), "MASTER_USE_GTID=slave_pos", channel.name())),
                "A logical copy, all of it; a copy of the files has its position, and needs the"
                    + " last statement only."));
  }

  @Override
  public Attachment attachBelow(InstanceAddress source, GtidSet executed) {
    return new Attachment(
        Attachment.By.GTID,
        source,
        List.of(
            "RESET MASTER",
            "SET GLOBAL gtid_slave_pos = " + SqlNames.quoted(executed.toString()),
            change(source, "MASTER_USE_GTID=slave_pos", "")),
        "A copy of the rows of that server.");
  }

  @Override
  public Attachment attachBelow(InstanceAddress source, Optional<BinlogPosition> at) {
    return new Attachment(
        Attachment.By.OWN_POSITION,
        source,
        List.of(
            change(
                source, at.map(MariaDbBackupGuide::place).orElse("MASTER_USE_GTID=slave_pos"), "")),
        "A copy of that server.");
  }

  /**
   * What a source wrote itself is in its binlogs alone: {@code gtid_slave_pos} has what it
   * replicated, long ago perhaps.
   */
  @Override
  public Attachment attachFormerSource(InstanceAddress source, GtidSet executed) {
    return new Attachment(
        Attachment.By.GTID,
        source,
        List.of(
            "SET GLOBAL gtid_slave_pos = " + SqlNames.quoted(executed.toString()),
            change(source, "MASTER_USE_GTID=slave_pos", "")),
        "The server that was its source.");
  }

  /**
   * From 11.3 on receivers and the client's programs ask for TLS unless they are told otherwise.
   */
  private boolean asksForTls() {
    return version.isAtLeast(11, 3, 0);
  }

  @Override
  public Attachment alike(ChannelOptions options, Attachment way) {
    List<String> statements = new ArrayList<>(way.statements());
    statements.add(statements.removeLast() + MariaDbChannelOptions.said(options));
    return new Attachment(way.by(), way.source(), statements, way.when());
  }

  @Override
  public String saidOf(ChannelOptions options) {
    String said = MariaDbChannelOptions.said(options);
    return said.isEmpty() ? "" : said.substring(2);
  }

  @Override
  public Attachment towards(InstanceState source, Attachment way) {
    if (!asksForTls() || !source.offersTls().isKnown()) {
      return way;
    }
    List<String> statements = new ArrayList<>(way.statements());
    String last = statements.removeLast();
    if (last.contains(", MASTER_SSL=") && !last.endsWith(WITHOUT_TLS)) {
      // Whoever made it alike to another one has said it.
      return way;
    }
    String plain =
        last.endsWith(WITHOUT_TLS) ? last.substring(0, last.length() - WITHOUT_TLS.length()) : last;
    statements.add(source.offersTls().is(false) ? plain + WITHOUT_TLS : plain);
    return new Attachment(way.by(), way.source(), statements, way.when());
  }

  private String login(InstanceState server) {
    return "-h %s -P %d -u USER -p%s"
        .formatted(
            server.address().host(),
            server.address().port(),
            asksForTls() && server.offersTls().is(false) ? " --skip-ssl" : "");
  }

  /** The client's programs got other names with 10.5.2. */
  @Override
  public Optional<SourceDump> dumpOf(InstanceState source, InstanceState copy) {
    boolean isNew = version.isAtLeast(10, 5, 2);
    return Optional.of(
        new SourceDump(
            List.of(
                "%s %s --all-databases --single-transaction --master-data=2 --gtid --routines --events --triggers > copy.sql"
                    .formatted(isNew ? "mariadb-dump" : "mysqldump", login(source)),
                "%s %s --init-command=\"SET SESSION sql_log_bin=0\" < copy.sql"
                    .formatted(isNew ? "mariadb" : "mysql", login(copy))),
            "copy.sql has its position near its beginning, as \"SET GLOBAL gtid_slave_pos='…'\":"
                + " give that text as PLACE."));
  }

  private static String place(BinlogPosition at) {
    return "MASTER_LOG_FILE=%s, MASTER_LOG_POS=%d, MASTER_USE_GTID=no"
        .formatted(SqlNames.quoted(at.file()), at.position());
  }

  private static String change(InstanceAddress source, BinlogPosition at, Channel channel) {
    return change(source, place(at), channel.name());
  }

  private static String change(InstanceAddress source, String place, String channel) {
    return "CHANGE MASTER%s TO MASTER_HOST=%s, MASTER_PORT=%d, MASTER_USER='%s', MASTER_PASSWORD='%s', %s"
        .formatted(
            channel.isEmpty() ? "" : " " + SqlNames.quoted(channel),
            SqlNames.quoted(source.host()),
            source.port(),
            Attachment.USER,
            Attachment.PASSWORD,
            place);
  }

  @Override
  public List<BackupTool> tools() {
    return MariaDbBackupTools.ALL.stream()
        .filter(tool -> tool.servers().contains(version))
        .toList();
  }

  @Override
  public Observed<Long> openTemporaryTables(InstanceState state) {
    return state.counters().flatMap(counters -> counters.count("Slave_open_temp_tables"));
  }
}
