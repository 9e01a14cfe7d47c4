package io.tutti.rest;

import io.tutti.api.TagView;
import io.tutti.topology.TagNote;
import io.tutti.topology.Tagging;
import java.util.List;

/** Turns tags into {@link TagView}s. */
final class TagViews {
  private TagViews() {}

  static List<TagView> of(List<Tagging> taggings) {
    return taggings.stream().map(TagViews::of).toList();
  }

  private static TagView of(Tagging tagging) {
    TagNote note = tagging.note();
    return new TagView(
        tagging.tag().name(), tagging.tag().value(), note.owner(), note.reason(), note.until());
  }
}
