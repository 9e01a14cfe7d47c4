package io.tutti.cli.verb;

import io.tutti.api.InstanceView;
import io.tutti.api.TagView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Table;
import io.tutti.cli.render.Times;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti tag list}. */
@Command(
    name = "list",
    header = "Lists servers with their tags.",
    description = {
      "It shows who set each tag, until when it is there, and why.",
      "Servers without tags are left out, unless they are named."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti tag list",
      "  tutti tag list db2:3306",
      "  tutti tag list --tag env=prod --tag rack=a4"
    })
public final class TagListVerb extends ClientVerb {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "HOST:PORT",
      description = "Only this instance.")
  private @Nullable InstanceAddress address;

  @Option(
      names = "--tag",
      paramLabel = "NAME=VALUE",
      description = "Only servers that have this tag. With several, it must have all of them.")
  private List<String> wanted = new ArrayList<>();

  public TagListVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    String filter =
        wanted.stream()
            .map(tag -> ControllerClient.path("tag={}", tag))
            .collect(Collectors.joining("&"));
    return controller.get(filter.isEmpty() ? "/instances" : "/instances?" + filter);
  }

  @Override
  List<Line> show(Answer answer) {
    Table table = new Table().titles("INSTANCE", "CLUSTER", "TAG", "OWNER", "UNTIL", "REASON");
    List<InstanceView> shown =
        answer.items(InstanceView.class).stream()
            .filter(each ->
                address == null
                    ? !each.tags().isEmpty()
                    : each.address().equals(address.toString())
                        || each.aliases().contains(address.toString()))
            .toList();
    if (shown.isEmpty()) {
      return List.of(Line.of("No server has such a tag. Give one with: tutti tag set"));
    }
    shown.forEach(each -> rows(each).forEach(table::row));
    return table.lines(tutti().output().columns());
  }

  /** One for each tag; one for a server without any. */
  private static List<List<Line>> rows(InstanceView instance) {
    Line address = Line.of(instance.address(), Tone.STRONG);
    Line cluster = Line.of(instance.cluster().orElse(""));
    if (instance.tags().isEmpty()) {
      return List.of(List.of(address, cluster));
    }
    return new TreeMap<>(instance.tags())
        .entrySet().stream()
            .map(tag -> {
              Optional<TagView> detail =
                  instance.tagDetails().stream()
                      .filter(each -> each.name().equals(tag.getKey()))
                      .findFirst();
              return List.of(
                  address,
                  cluster,
                  Line.of(tag.getKey() + "=" + tag.getValue()),
                  Line.of(detail.flatMap(TagView::owner).orElse("")),
                  Line.of(
                      detail.flatMap(TagView::until).map(Times::second).orElse("it is removed")),
                  Line.of(detail.flatMap(TagView::reason).orElse("")));
            })
            .toList();
  }
}
