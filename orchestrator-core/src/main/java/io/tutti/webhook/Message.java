package io.tutti.webhook;

import java.nio.charset.StandardCharsets;

/**
 * What is sent.
 *
 * @param id the same at each attempt, so that a receiver knows what it has already
 * @param body JSON
 */
public record Message(String id, String body) {
  byte[] bytes() {
    return body.getBytes(StandardCharsets.UTF_8);
  }
}
