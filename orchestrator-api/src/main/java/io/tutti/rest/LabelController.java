package io.tutti.rest;

import io.tutti.api.AliasBody;
import io.tutti.api.ClusterView;
import io.tutti.api.TagsBody;
import io.tutti.api.TagsView;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.AuditRecord;
import io.tutti.store.Role;
import io.tutti.topology.Cluster;
import io.tutti.topology.Tag;
import io.tutti.topology.TagNote;
import io.tutti.topology.Tagging;
import io.tutti.topology.TopologySnapshot;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Aliases of clusters and tags of servers. */
@RestController
@RequestMapping("/api/v1")
class LabelController {
  private final Fleet fleet;

  LabelController(Fleet fleet) {
    this.fleet = fleet;
  }

  @PostMapping("/clusters/{cluster}/aliases")
  @Needs(Role.OPERATOR)
  ClusterView giveAlias(@PathVariable String cluster, @RequestBody AliasBody body, Caller caller) {
    TopologySnapshot snapshot = fleet.world().view().topology();
    Cluster named = fleet.requireCluster(snapshot, cluster);
    String alias = body.name();
    Optional<String> refusal = fleet.labels().aliases().refusal(snapshot, named, alias);
    if (refusal.isPresent()) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          named.name(),
          "The cluster %s cannot be called \"%s\": %s. Nothing was changed."
              .formatted(named.name(), alias, refusal.get()),
          List.of("choose another name"));
    }
    fleet.labels().giveAlias(alias, named.name());
    audit(caller, "cluster.alias", named.name(), "It is called %s.".formatted(alias));
    return view(named);
  }

  @DeleteMapping("/clusters/{cluster}/aliases/{alias}")
  @Needs(Role.OPERATOR)
  ClusterView takeAlias(@PathVariable String cluster, @PathVariable String alias, Caller caller) {
    TopologySnapshot snapshot = fleet.world().view().topology();
    Cluster named = fleet.requireCluster(snapshot, cluster);
    List<String> known = fleet.labels().aliases().of(snapshot, named);
    if (!known.contains(alias)) {
      throw new OrchestratorException(
          ErrorCode.UNKNOWN_CLUSTER,
          named.name(),
          "The cluster %s has no alias \"%s\"; it has %s."
              .formatted(named.name(), alias, known.isEmpty() ? "none" : String.join(", ", known)),
          Remedies.of(Acts.listClusters()));
    }
    fleet.labels().takeAlias(alias);
    audit(caller, "cluster.alias", named.name(), "It is no longer called %s.".formatted(alias));
    return view(named);
  }

  private ClusterView view(Cluster cluster) {
    return fleet.views().cluster(cluster);
  }

  @GetMapping("/instances/{instance}/tags")
  @Needs(Role.VIEWER)
  TagsView tags(@PathVariable String instance) {
    return tags(fleet.addressOf(instance));
  }

  @PostMapping("/instances/{instance}/tags")
  @Needs(Role.OPERATOR)
  TagsView tag(@PathVariable String instance, @RequestBody TagsBody body, Caller caller) {
    InstanceAddress address = fleet.addressOf(instance);
    List<Tag> tags =
        body.tags().entrySet().stream()
            .map(each -> parse(each.getKey() + "=" + each.getValue()))
            .toList();
    TagNote note =
        new TagNote(
            Optional.of(caller.name()),
            caller.reason(),
            body.ttl().map(ttl -> Extents.until(fleet, ttl)));
    String end = note.until().map(at -> " until " + at.truncatedTo(ChronoUnit.SECONDS)).orElse("");
    for (Tag each : tags) {
      fleet.labels().tag(address, new Tagging(each, note));
      audit(
          caller,
          "instance.tag",
          address.toString(),
          "%s=%s was set%s.".formatted(each.name(), each.value(), end));
    }
    return tags(address);
  }

  @DeleteMapping("/instances/{instance}/tags/{tag}")
  @Needs(Role.OPERATOR)
  TagsView untag(@PathVariable String instance, @PathVariable String tag, Caller caller) {
    InstanceAddress address = fleet.addressOf(instance);
    if (fleet.labels().tagsOf(address).containsKey(tag)) {
      fleet.labels().untag(address, tag);
      audit(caller, "instance.tag", address.toString(), "%s was removed.".formatted(tag));
    }
    return tags(address);
  }

  private TagsView tags(InstanceAddress address) {
    List<Tagging> taggings = fleet.labels().taggingsOf(address);
    return new TagsView(address.toString(), Tagging.byName(taggings), TagViews.of(taggings));
  }

  /**
   * @throws OrchestratorException INVALID_REQUEST of what is no tag
   */
  static Tag parse(String text) {
    try {
      return Tag.parse(text);
    } catch (IllegalArgumentException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          "tag",
          "That is no tag: %s. Nothing was changed.".formatted(e.getMessage()),
          List.of("write NAME=VALUE, such as env=prod"),
          e);
    }
  }

  private void audit(Caller caller, String action, String target, String what) {
    fleet
        .audit()
        .append(
            new AuditRecord(
                fleet.clock().instant(),
                caller.name(),
                action,
                target,
                AuditRecord.Outcome.DONE,
                what));
  }
}
