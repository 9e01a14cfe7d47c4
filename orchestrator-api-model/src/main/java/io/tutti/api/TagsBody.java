package io.tutti.api;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What somebody says of a server: tags by their names. Others stay.
 *
 * @param tags such as {@code {"env": "prod"}}
 * @param ttl after this they are over; without it, when somebody removes them
 */
public record TagsBody(Map<String, String> tags, Optional<Duration> ttl) implements Body {}
