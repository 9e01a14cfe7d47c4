package io.tutti.rest;

import io.tutti.api.FindingsView;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What is wrong, or worth knowing. */
@RestController
@RequestMapping("/api/v1")
class FindingController {
  private final Fleet fleet;

  FindingController(Fleet fleet) {
    this.fleet = fleet;
  }

  /**
   * @param cluster names of clusters, or of an instance of each
   * @param instance addresses; what is found of a whole cluster is left out then
   */
  @GetMapping("/findings")
  @Needs(Role.VIEWER)
  FindingsView findings(
      @RequestParam(defaultValue = "") List<String> severity,
      @RequestParam(defaultValue = "") List<String> code,
      @RequestParam(defaultValue = "") List<String> cluster,
      @RequestParam(defaultValue = "") List<String> instance) {
    return show(new FindingFilter.Asked(severity, code, cluster, instance));
  }

  @GetMapping("/clusters/{cluster}/findings")
  @Needs(Role.VIEWER)
  FindingsView clusterFindings(@PathVariable String cluster) {
    return show(new FindingFilter.Asked(List.of(), List.of(), List.of(cluster), List.of()));
  }

  private FindingsView show(FindingFilter.Asked asked) {
    Views views = fleet.views();
    return views.findings(FindingFilter.of(asked, fleet, views.snapshot()));
  }
}
