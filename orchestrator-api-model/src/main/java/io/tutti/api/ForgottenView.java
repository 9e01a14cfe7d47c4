package io.tutti.api;

import java.util.List;

/**
 * What was forgotten.
 *
 * @param stillLedToBy instances that lead to it, so that it will be found again
 */
public record ForgottenView(String address, List<String> stillLedToBy) {}
