package io.tutti.rest;

import io.tutti.security.TokenRegister;
import io.tutti.store.AuditLog;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * What decides who comes in.
 *
 * @param audit asked for when it is needed first, as the store is opened while the web server
 *     starts
 */
public record Doors(TokenRegister tokens, Supplier<AuditLog> audit, InstantSource clock) {}
