package io.tutti.plugins.hook.haproxy;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.ClientRoute;
import io.tutti.spi.hook.RouteChange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;

/**
 * One server of a backend, whose address is set.
 *
 * <ol>
 *   <li>What it leads to is read first: where that is no server of the cluster, it is left alone.
 *   <li>The address is set, then sessions to the former one are ended: a client that keeps its
 *       connection would write to a replica for ever. Then it is made ready.
 *   <li>{@code show servers state} is read again; what HAProxy answered proves nothing.
 * </ol>
 */
final class HaProxyRoute implements ClientRoute {
  private final RuntimeApi api;
  private final String backend;
  private final String server;

  HaProxyRoute(RuntimeApi api, String backend, String server) {
    this.api = api;
    this.backend = backend;
    this.server = server;
  }

  private String name() {
    return backend + "/" + server;
  }

  @Override
  public String describe() {
    return "server %s of HAProxy at %s".formatted(name(), api);
  }

  @Override
  public String look(Deadline deadline) throws IOException {
    return "%s leads to %s.".formatted(name(), read(deadline).words());
  }

  @Override
  public String carryOut(RouteChange change, Set<InstanceAddress> ours, Deadline deadline)
      throws IOException {
    ServerState now = read(deadline);
    return switch (change) {
      case RouteChange.Lead lead -> lead(lead.to(), now, ours, deadline);
      case RouteChange.Shut shut -> shut(shut, now, deadline);
      case RouteChange.Open open -> open(open.server(), now, deadline);
    };
  }

  private String lead(
      InstanceAddress to, ServerState now, Set<InstanceAddress> ours, Deadline deadline)
      throws IOException {
    InetAddress address = resolve(to);
    boolean leadsThere = isAt(now, to);
    if (leadsThere && now.isReady() && now.isUp()) {
      return "%s leads to %s already.".formatted(name(), now.words());
    }
    if (!leadsThere && ours.stream().noneMatch(each -> isAt(now, each))) {
      return "%s leads to %s, which is no server of this cluster: it was left alone."
          .formatted(name(), now.words());
    }
    StringBuilder answers = new StringBuilder();
    if (!leadsThere) {
      say(
          "set server %s addr %s port %d".formatted(name(), address.getHostAddress(), to.port()),
          answers,
          deadline);
      endSessions(answers, deadline);
    }
    say("set server %s state ready".formatted(name()), answers, deadline);
    ServerState then = upIfDown(answers, deadline);
    return proved(isAt(then, to) && then.isReady() && then.isUp(), now, then, answers);
  }

  /** Its checks have seen the server before; that it takes writes was just proved. */
  private ServerState upIfDown(StringBuilder answers, Deadline deadline) throws IOException {
    ServerState then = read(deadline);
    if (then.isUp()) {
      return then;
    }
    say("set server %s health up".formatted(name()), answers, deadline);
    return read(deadline);
  }

  private String shut(RouteChange.Shut shut, ServerState now, Deadline deadline)
      throws IOException {
    if (!isAt(now, shut.server())) {
      return "%s leads to %s, not to %s: there is nothing to do."
          .formatted(name(), now.words(), shut.server());
    }
    StringBuilder answers = new StringBuilder();
    if (now.isReady()) {
      say("set server %s state maint".formatted(name()), answers, deadline);
    }
    if (shut.isFenced()) {
      endSessions(answers, deadline);
    }
    ServerState then = read(deadline);
    return proved(!then.isReady(), now, then, answers);
  }

  private String open(InstanceAddress opened, ServerState now, Deadline deadline)
      throws IOException {
    if (!isAt(now, opened)) {
      return "%s leads to %s, not to %s: there is nothing to do."
          .formatted(name(), now.words(), opened);
    }
    if (now.isReady()) {
      return "%s leads to %s already.".formatted(name(), now.words());
    }
    StringBuilder answers = new StringBuilder();
    say("set server %s state ready".formatted(name()), answers, deadline);
    ServerState then = read(deadline);
    return proved(then.isReady(), now, then, answers);
  }

  private void endSessions(StringBuilder answers, Deadline deadline) throws IOException {
    say("shutdown sessions server %s".formatted(name()), answers, deadline);
  }

  private void say(String command, StringBuilder answers, Deadline deadline) throws IOException {
    String answer = api.ask(command, deadline);
    if (!answer.isEmpty()) {
      answers.append(" It answered \"%s\" with: %s".formatted(command, answer));
    }
  }

  private String proved(boolean isSo, ServerState before, ServerState then, StringBuilder answers)
      throws IOException {
    String change =
        "%s led to %s, and leads to %s now.".formatted(name(), before.words(), then.words());
    if (!isSo) {
      throw new IOException("HAProxy did not do it: " + change + answers);
    }
    return change;
  }

  private ServerState read(Deadline deadline) throws IOException {
    String answer = api.ask("show servers state " + backend, deadline);
    return ServerState.find(answer, backend, server)
        .orElseThrow(() ->
            new IOException(
                "HAProxy at %s shows no server %s: %s"
                    .formatted(
                        api, name(), answer.lines().findFirst().orElse("it answered nothing"))));
  }

  private static InetAddress resolve(InstanceAddress server) throws IOException {
    try {
      return InetAddress.getByName(server.host());
    } catch (UnknownHostException e) {
      throw new IOException(
          "HAProxy takes addresses only, and the name %s has none here.".formatted(server.host()),
          e);
    }
  }

  /** By any address of its name: HAProxy may have taken another one from its configuration. */
  private static boolean isAt(ServerState state, InstanceAddress server) {
    if (state.port() != server.port() || state.address().equals("-")) {
      return false;
    }
    try {
      InetAddress there = InetAddress.getByName(state.address());
      return Arrays.asList(InetAddress.getAllByName(server.host())).contains(there);
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
