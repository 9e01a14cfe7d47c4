package io.tutti.cli.render;

import io.tutti.api.ChannelView;
import io.tutti.api.InstanceView;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Instances, a line each: what the tree shows of them, without the tree.
 *
 * @param now the moment to which ages refer
 */
public record InstanceList(Glyphs glyphs, Instant now) {

  public Listing<InstanceView> listing() {
    return Listing.<InstanceView>orElse("No such instance is known.")
        .column("INSTANCE", each -> Line.of(each.address(), Tone.STRONG))
        .column("ROLE", each -> cells(each).get(0))
        .column("SERVER", each -> cells(each).get(1))
        .column("STATE", each -> cells(each).get(2))
        .column("LAG", each -> cells(each).get(3))
        .column("APPLIER", each -> cells(each).get(4))
        .column("MODE", each -> cells(each).get(6))
        .wide("CLUSTER", each -> each.cluster().orElse(""))
        .text("SOURCE", InstanceList::sources)
        .wide("POSITION", each -> cells(each).get(5).plain())
        .column("FINDINGS", each -> of(each).problems());
  }

  private static String sources(InstanceView instance) {
    return instance.channels().stream()
        .map(ChannelView::source)
        .distinct()
        .collect(Collectors.joining(" "));
  }

  private InstanceCells of(InstanceView instance) {
    return new InstanceCells(instance, GtidText.relativeTo(""), glyphs, now);
  }

  private List<Line> cells(InstanceView instance) {
    return of(instance).all();
  }
}
