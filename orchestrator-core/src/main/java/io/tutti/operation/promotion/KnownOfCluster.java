package io.tutti.operation.promotion;

import io.tutti.detection.SourceDetector;
import io.tutti.detection.SourceVerdict;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.ThreadState;
import io.tutti.model.WriteProtection;
import io.tutti.promotion.PromotionRules;
import io.tutti.topology.Cluster;
import io.tutti.topology.FailoverHold;
import io.tutti.topology.Node;
import io.tutti.topology.Records;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a cluster without asking its servers, and decides who takes the place of its
 * source. Positions are not among it: each step compares them when it is its turn.
 *
 * @param source as which it is judged; empty for one that answers
 * @param records of the controller itself
 */
record KnownOfCluster(
    Optional<SourceVerdict.Kind> source,
    List<Member> members,
    Records records,
    List<FailoverHold> holds,
    PromotionRules rules,
    FailoverTerms terms) {

  /** One of its servers. */
  record Member(
      InstanceAddress address,
      Node.Contact contact,
      Optional<WriteProtection> writes,
      List<Replication> channels) {
    static Member of(Node node) {
      return new Member(
          node.address(),
          node.contact(),
          node.state().map(InstanceState::writeProtection),
          node.lastKnownChannels().stream().map(Replication::of).toList());
    }
  }

  /** Whom it replicates from, and whether. */
  record Replication(
      String channel, InstanceAddress source, ThreadState receiver, ThreadState applier) {
    static Replication of(Channel channel) {
      return new Replication(
          channel.name(), channel.source(), channel.receiver().state(), channel.applier().state());
    }
  }

  static KnownOfCluster of(
      PromotionEnvironment environment,
      WorldView world,
      Cluster cluster,
      InstanceAddress source,
      FailoverTerms terms) {
    return new KnownOfCluster(
        world
            .topology()
            .find(source)
            .flatMap(node -> SourceDetector.judge(world.topology(), node))
            .map(SourceVerdict::kind),
        cluster.members().stream()
            .sorted()
            .flatMap(each -> world.topology().find(each).stream())
            .map(Member::of)
            .toList(),
        world.records(),
        environment.holds().all(),
        environment.rules(world),
        terms);
  }
}
