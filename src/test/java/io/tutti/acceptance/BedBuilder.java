package io.tutti.acceptance;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.binaries.CacheFolder;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Describes a {@link Bed}; without more it is a source and a replica that replicate by GTID. */
final class BedBuilder {
  private final SandboxBuilder servers = Sandbox.builder().topology("1>2");
  private final Map<String, String> settings = new HashMap<>();
  private final Map<Integer, StatementProxy> proxies = new TreeMap<>();
  private Duration operationMax = Duration.ofMinutes(1);
  private Optional<StatementProxy> between = Optional.empty();
  private int about = 2;
  private boolean mayOperate = true;
  private boolean hasOddDefaults;

  private boolean usualTimeouts;

  BedBuilder(ServerRelease release) {
    servers.release(release);
  }

  BedBuilder topology(String text) {
    servers.topology(text);
    return this;
  }

  /** Of one server. */
  BedBuilder release(int node, ServerRelease release) {
    servers.release(node, release);
    return this;
  }

  /** Servers are unpacked, and made ready, in that folder. */
  BedBuilder cache(CacheFolder folder) {
    servers.cache(folder);
    return this;
  }

  /** By GTID, or by log position. */
  BedBuilder byGtid(boolean byGtid) {
    if (!byGtid) {
      servers.positionBased();
    }
    return this;
  }

  /** Of all servers. */
  BedBuilder options(String... options) {
    servers.options(options);
    return this;
  }

  /** Of one server; they win over those of all. */
  BedBuilder options(int node, String... options) {
    servers.options(node, options);
    return this;
  }

  BedBuilder options(int node, List<String> options) {
    return options(node, options.toArray(String[]::new));
  }

  /** Commits are on disk before they are acknowledged, so that a crash loses nothing. */
  BedBuilder durable() {
    return options("sync_binlog=1", "innodb_flush_log_at_trx_commit=1");
  }

  /** Commits wait for the acknowledgement of a replica, where the release has that. */
  BedBuilder semiSync() {
    servers.semiSync();
    return this;
  }

  /** Replicas reach their sources by way of the sandbox, which can cut that. */
  BedBuilder proxiedLinks() {
    servers.proxiedLinks();
    return this;
  }

  /** The servers offer TLS, with a certificate that the authority has signed as {@code server}. */
  BedBuilder tls(OwnAuthority authority) {
    return options(
        "ssl_ca=" + authority.certificate(),
        "ssl_cert=" + authority.certificateOf("server"),
        "ssl_key=" + authority.keyOf("server"));
  }

  /** That server is on a host of its own, which can vanish. */
  BedBuilder ownHost(int node) {
    servers.ownHost(node);
    return this;
  }

  /**
   * Receivers wait for their sources as they do by default: 60 s on most releases, and heartbeats
   * come each 30 s. Without it they notice within seconds, so that tests need not wait.
   */
  BedBuilder usualTimeouts() {
    usualTimeouts = true;
    return this;
  }

  /** The servers answer at ::1 only. */
  BedBuilder onIpv6() {
    return options("bind_address=::1");
  }

  /** Settings of the controller, by environment variable. */
  BedBuilder settings(Map<String, String> more) {
    settings.putAll(more);
    return this;
  }

  /** Each session begins with settings that nobody expects. */
  BedBuilder oddDefaults() {
    hasOddDefaults = true;
    return this;
  }

  /** The controller has the account with which replicas replicate: it may attach servers. */
  BedBuilder mayAttach() {
    return settings(
        Map.of(
            "TUTTI_REPLICATION_USER",
            SandboxAccount.REPLICATION.user(),
            "TUTTI_REPLICATION_PASSWORD",
            SandboxAccount.REPLICATION.password()));
  }

  /** The controller has what it needs to watch, and may change nothing. */
  BedBuilder watchedOnly() {
    mayOperate = false;
    return this;
  }

  /** The server that requests are about; the second one when nobody says it. */
  BedBuilder about(int node) {
    about = node;
    return this;
  }

  /** The controller knows that server, and reaches it, by the proxy's address only. */
  BedBuilder behind(StatementProxy proxy) {
    between = Optional.of(proxy);
    return this;
  }

  /** The same of several servers, by their numbers. */
  BedBuilder behind(Map<Integer, StatementProxy> more) {
    more.forEach((node, proxy) -> options(node, "report_port=" + proxy.port()));
    proxies.putAll(more);
    return this;
  }

  /** How long an operation may take. */
  BedBuilder operationMax(Duration longest) {
    operationMax = longest;
    return this;
  }

  Bed start() {
    return new Bed(this);
  }

  Sandbox startServers() {
    between.ifPresent(proxy -> behind(Map.of(about, proxy)));
    if (!usualTimeouts) {
      servers.fastTimeouts();
    }
    Sandbox sandbox = servers.start();
    proxies.forEach((node, proxy) -> proxy.leadTo(sandbox.server(node).address()));
    WatcherAccount.createOnAll(sandbox);
    if (mayOperate) {
      sandbox.servers().forEach(WatcherAccount::letOperate);
    }
    if (hasOddDefaults) {
      sandbox.servers().forEach(OddDefaults::set);
    }
    return sandbox;
  }

  OperationCalls startController() {
    return new OperationCalls(RunningController.start(settings), operationMax);
  }

  Map<Integer, StatementProxy> proxies() {
    return Map.copyOf(proxies);
  }

  SandboxServer about(Sandbox sandbox) {
    return sandbox.server(about);
  }
}
