package io.tutti.topology;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** That somebody gave a server a tag, for a while or until it is removed. */
public record Tagging(Tag tag, TagNote note) {

  /** The values of tags of one server, by their names. */
  public static SortedMap<String, String> byName(List<Tagging> taggings) {
    SortedMap<String, String> values = new TreeMap<>();
    taggings.forEach(each -> values.put(each.tag().name(), each.tag().value()));
    return values;
  }
}
