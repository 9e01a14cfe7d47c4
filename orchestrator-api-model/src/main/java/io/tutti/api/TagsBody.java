package io.tutti.api;

import java.util.Map;

/**
 * What somebody says of a server: tags by their names. Others stay.
 *
 * @param tags such as {@code {"env": "prod"}}
 */
public record TagsBody(Map<String, String> tags) implements Body {}
