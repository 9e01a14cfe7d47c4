package io.tutti.recovery;

import io.tutti.model.InstanceAddress;

/**
 * Something that a rule decides about.
 *
 * @param id the same as long as it is the same case, such as the number of an incident
 * @param decision what the policy wants done about it
 */
public record Case(String id, InstanceAddress instance, Decision decision) {}
