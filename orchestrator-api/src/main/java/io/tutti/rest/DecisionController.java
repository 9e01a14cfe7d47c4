package io.tutti.rest;

import io.tutti.api.DecisionsView;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the controller decides by itself. */
@RestController
@RequestMapping("/api/v1")
class DecisionController {
  private final Operations operations;

  DecisionController(Operations operations) {
    this.operations = operations;
  }

  @GetMapping("/decisions")
  @Needs(Role.VIEWER)
  DecisionsView decisions() {
    return DecisionsViews.of(operations.decisions());
  }
}
