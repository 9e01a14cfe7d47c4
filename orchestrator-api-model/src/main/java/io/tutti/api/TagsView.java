package io.tutti.api;

import java.util.List;
import java.util.Map;

/**
 * The tags of a server, by their names.
 *
 * @param tagDetails the same with who set them, why, and until when
 */
public record TagsView(String address, Map<String, String> tags, List<TagView> tagDetails) {}
