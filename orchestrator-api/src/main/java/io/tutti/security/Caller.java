package io.tutti.security;

import io.tutti.store.Role;
import java.util.Optional;

/**
 * Who makes a request.
 *
 * @param name of their token, by which they are known in the audit
 * @param role how far it reaches
 * @param address from which the request came
 * @param reason why they ask, in their own words
 */
public record Caller(String name, Role role, String address, Optional<String> reason) {}
