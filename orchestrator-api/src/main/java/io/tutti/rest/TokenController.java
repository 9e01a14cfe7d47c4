package io.tutti.rest;

import io.tutti.api.Items;
import io.tutti.api.NewTokenView;
import io.tutti.api.TokenBody;
import io.tutti.api.TokenView;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.security.TokenRegister;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.store.NamedToken;
import io.tutti.store.Role;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The tokens that were given away. */
@RestController
@RequestMapping("/api/v1/tokens")
class TokenController {
  private final TokenRegister tokens;
  private final Fleet fleet;

  TokenController(TokenRegister tokens, Fleet fleet) {
    this.tokens = tokens;
    this.fleet = fleet;
  }

  @GetMapping
  @Needs(Role.ADMIN)
  Items<TokenView> tokens() {
    Instant now = fleet.clock().instant();
    return Itemized.of(tokens.all(), token -> view(token, now));
  }

  @PostMapping
  @Needs(Role.ADMIN)
  ResponseEntity<NewTokenView> createToken(@RequestBody TokenBody wanted, Caller caller) {
    TokenRegister.Made made =
        tokens.create(
            wanted.name().orElseThrow(() -> missing("name")),
            wanted.role().map(TokenController::role).orElseThrow(() -> missing("role")),
            wanted.ttl(),
            caller.name());
    NamedToken token = made.token();
    record(
        caller,
        "token.created",
        token.name(),
        "A token with the role %s%s."
            .formatted(
                token.role(), token.expiresAt().map(end -> ", until " + end).orElse(", for ever")));
    return ResponseEntity.created(URI.create("/api/v1/tokens/" + token.name()))
        .body(
            new NewTokenView(
                token.name(), view(token.role()), token.expiresAt(), made.text().reveal()));
  }

  @DeleteMapping("/{name}")
  @Needs(Role.ADMIN)
  TokenView revokeToken(@PathVariable String name, Caller caller) {
    tokens.revoke(name);
    record(caller, "token.revoked", name, "No request with it is answered any more.");
    Instant now = fleet.clock().instant();
    return tokens.all().stream()
        .filter(token -> token.name().equals(name))
        .map(token -> view(token, now))
        .findFirst()
        .orElseThrow();
  }

  private void record(Caller caller, String action, String name, String what) {
    fleet
        .audit()
        .append(
            new AuditRecord(
                fleet.clock().instant(), caller.name(), action, name, Outcome.DONE, what));
  }

  private static OrchestratorException missing(String member) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST,
        member,
        "The request names no " + member + ".",
        List.of("send {\"name\":\"alice\",\"role\":\"OPERATOR\",\"ttl\":\"PT2160H\"}"));
  }

  private static TokenView view(NamedToken token, Instant now) {
    return new TokenView(
        token.name(),
        view(token.role()),
        TokenView.State.valueOf(token.state(now).name()),
        token.createdAt(),
        token.createdBy(),
        token.expiresAt(),
        token.revokedAt());
  }

  private static Role role(TokenView.Role role) {
    return Role.valueOf(role.name());
  }

  private static TokenView.Role view(Role role) {
    return TokenView.Role.valueOf(role.name());
  }
}
