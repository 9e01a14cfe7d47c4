package io.tutti.cli.render;

import io.tutti.api.ChannelView;
import io.tutti.api.ChannelView.ErrorView;
import io.tutti.api.ChannelView.ThreadState;
import io.tutti.api.InstanceView;
import io.tutti.api.InstanceView.Contact;
import io.tutti.api.TopologyView;
import io.tutti.cli.render.Forest.Branch;
import io.tutti.cli.render.Forest.Edge;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Draws clusters as trees: one line for each instance below its source, and below it, indented,
 * what does not fit a column: why it failed, edges that are no branches, errors, other names.
 *
 * @param columns how wide lines should be; where they would be wider, findings go to a line of
 *     their own
 * @param now the moment to which ages refer
 * @param worstFirst whether clusters in trouble are drawn first, and of the others only the title
 */
public record TopologyTree(Glyphs glyphs, int columns, Instant now, boolean worstFirst) {

  private static final String LEGEND_CT = "ct = commit timestamps";
  private static final String LEGEND_HB = "hb = heartbeat table";
  private static final String LEGEND_SBM = "sbm = seconds behind, the server's own";

  public TopologyTree(Glyphs glyphs, int columns, Instant now) {
    this(glyphs, columns, now, false);
  }

  /** All clusters, their columns in line, then a legend of the signs that were used. */
  public List<Line> lines(List<TopologyView> known) {
    List<TopologyView> clusters =
        worstFirst
            ? known.stream()
                .sorted(Comparator.comparingInt(TopologyTree::trouble).reversed())
                .toList()
            : known;
    List<Line> atEnd = drawn(clusters, true);
    boolean tooWide = atEnd.stream().anyMatch(line -> line.width() > columns);
    List<Line> lines = new ArrayList<>(tooWide ? drawn(clusters, false) : atEnd);
    legend(clusters)
        .ifPresent(legend -> {
          lines.add(Line.EMPTY);
          lines.add(legend);
        });
    return lines;
  }

  private List<Line> drawn(List<TopologyView> clusters, boolean findingsInColumn) {
    Table table = new Table();
    List<List<Branch>> forests =
        clusters.stream()
            .map(cluster -> isFolded(cluster) ? List.<Branch>of() : Forest.of(cluster))
            .toList();
    for (int i = 0; i < clusters.size(); i++) {
      GtidText gtid = gtidText(clusters.get(i));
      for (Branch branch : forests.get(i)) {
        table.row(row(branch, gtid, findingsInColumn));
      }
    }
    List<Line> rows = table.lines();
    List<Line> lines = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < clusters.size(); i++) {
      if (i > 0) {
        lines.add(Line.EMPTY);
      }
      lines.add(title(clusters.get(i)));
      for (Branch branch : forests.get(i)) {
        lines.add(rows.get(next++));
        String indent = indentBelow(branch);
        for (Line note : notes(branch, findingsInColumn)) {
          lines.add(Line.of(indent, Tone.DIM).plus(note).cut(columns, glyphs));
        }
      }
    }
    return lines;
  }

  /** How bad the worst of its instances is; 0 when all are in order. */
  private static int trouble(TopologyView cluster) {
    return cluster.instances().stream().mapToInt(InstanceStatus::trouble).max().orElse(0);
  }

  private boolean isFolded(TopologyView cluster) {
    return worstFirst && trouble(cluster) == 0;
  }

  private Line title(TopologyView cluster) {
    int size = cluster.instances().size();
    long reached = cluster.instances().stream().filter(i -> i.contact() == Contact.REACHED).count();
    String count = "%d %s".formatted(size, size == 1 ? "instance" : "instances");
    String aliases = String.join(", ", cluster.aliases());
    Line name =
        aliases.isEmpty()
            ? Line.of(cluster.name(), Tone.STRONG)
            : Line.of(aliases, Tone.STRONG).plus("  " + cluster.name());
    Line line = name.plus("  " + count, Tone.DIM);
    return reached == size
        ? line.plus(isFolded(cluster) ? ", all in order" : ", all reached", Tone.DIM)
        : line.plus(", %d reached".formatted(reached), Tone.BAD);
  }

  private GtidText gtidText(TopologyView cluster) {
    return cluster.heads().stream()
        .flatMap(head -> cluster.instances().stream().filter(i -> i.address().equals(head)))
        .flatMap(head -> head.gtid().flatMap(gtid -> gtid.executed().value()).stream())
        .findFirst()
        .map(GtidText::relativeTo)
        .orElseGet(() -> GtidText.relativeTo(""));
  }

  private List<Line> row(Branch branch, GtidText gtid, boolean findingsInColumn) {
    InstanceCells cells = new InstanceCells(branch.instance(), gtid, glyphs, now);
    List<Line> row = new ArrayList<>();
    row.add(Line.of(stem(branch), Tone.DIM).plus(branch.instance().address()));
    row.addAll(cells.all());
    if (findingsInColumn) {
      row.add(cells.problems());
    }
    return row;
  }

  private String stem(Branch branch) {
    List<Boolean> following = branch.following();
    if (following.isEmpty()) {
      return "";
    }
    return trunks(following.subList(0, following.size() - 1))
        + (following.getLast() ? glyphs.branch() : glyphs.lastBranch());
  }

  private String indentBelow(Branch branch) {
    return trunks(branch.following()) + (branch.hasBranches() ? glyphs.trunk() : glyphs.gap());
  }

  private String trunks(List<Boolean> following) {
    return following.stream()
        .map(more -> more ? glyphs.trunk() : glyphs.gap())
        .collect(Collectors.joining());
  }

  private List<Line> notes(Branch branch, boolean findingsInColumn) {
    InstanceView instance = branch.instance();
    List<Line> notes = new ArrayList<>();
    if (!findingsInColumn && !instance.problems().isEmpty()) {
      notes.add(new InstanceCells(instance, new GtidText(""), glyphs, now).problems());
    }
    instance.failure().ifPresent(failure -> notes.add(Line.of(failure.observed(), Tone.BAD)));
    branch.edges().forEach(edge -> notes.add(edgeNote(edge)));
    if (instance.contact() == Contact.REACHED) {
      instance.channels().forEach(channel -> notes.addAll(errors(channel)));
      notes.addAll(left(instance));
    }
    if (!instance.tags().isEmpty()) {
      notes.add(Line.of("tags " + Tags.text(instance.tags()), Tone.DIM));
    }
    if (!instance.aliases().isEmpty()) {
      notes.add(Line.of("also known as " + String.join(", ", instance.aliases()), Tone.DIM));
    }
    return notes;
  }

  /** What does not arrive, and what is left out on purpose. */
  private static List<Line> left(InstanceView instance) {
    List<Line> left = new ArrayList<>();
    for (ChannelView channel : instance.channels()) {
      channel.starved().ifPresent(why -> left.add(Line.of(why, Tone.BAD)));
      if (!channel.filters().isEmpty()) {
        left.add(Line.of("filters: " + String.join(", ", channel.filters()), Tone.WARN));
      }
    }
    if (!instance.binlogFilters().isEmpty()) {
      left.add(Line.of("does not log: " + String.join(", ", instance.binlogFilters()), Tone.WARN));
    }
    return left;
  }

  private Line edgeNote(Edge edge) {
    String channel = edge.channel().isEmpty() ? "" : " (channel " + edge.channel() + ")";
    return switch (edge.kind()) {
      case BACK ->
          Line.of("%s replicates from %s%s".formatted(glyphs.back(), edge.source(), channel));
      case OTHER -> Line.of("also from %s%s".formatted(edge.source(), channel));
      case STRANGER ->
          Line.of(
              "replicates from %s%s, which is not known here".formatted(edge.source(), channel),
              Tone.WARN);
    };
  }

  private List<Line> errors(ChannelView channel) {
    List<Line> errors = new ArrayList<>();
    if (channel.receiver().state() != ThreadState.RUNNING) {
      channel.receiver().lastError().ifPresent(e -> errors.add(error(channel, "receiver", e)));
    }
    if (channel.applier().state() != ThreadState.RUNNING) {
      channel.applier().lastError().ifPresent(e -> errors.add(error(channel, "applier", e)));
    }
    return errors;
  }

  private Line error(ChannelView channel, String thread, ErrorView error) {
    String where = channel.name().isEmpty() ? thread : channel.name() + " " + thread;
    return Line.of("%s: %s %s".formatted(where, error.number(), error.message()), Tone.BAD);
  }

  private Optional<Line> legend(List<TopologyView> clusters) {
    TreeSet<String> used = new TreeSet<>();
    clusters.stream()
        .flatMap(cluster -> cluster.instances().stream())
        .filter(instance -> instance.contact() == Contact.REACHED)
        .flatMap(instance -> instance.channels().stream())
        .flatMap(channel -> channel.lag().value().stream())
        .forEach(lag -> used.add(lag.source()));
    String text =
        used.stream()
            .map(source ->
                switch (source) {
                  case "COMMIT_TIMESTAMPS" -> LEGEND_CT;
                  case "HEARTBEAT" -> LEGEND_HB;
                  case "SECONDS_BEHIND" -> LEGEND_SBM;
                  default -> source;
                })
            .collect(Collectors.joining("; "));
    return text.isEmpty() ? Optional.empty() : Optional.of(Line.of("lag by " + text, Tone.DIM));
  }
}
