package io.tutti.cli.verb;

import io.tutti.api.TagsBody;
import io.tutti.api.TagsView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tags;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti tag set}. */
@Command(
    name = "set",
    header = "Sets tags on a server.",
    description = "An existing tag gets the new value, owner, end and --reason. Other tags stay.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti tag set db2:3306 env=prod rack=a4",
      "  tutti tag set db3:3306 promotion=must_not --for 2h --reason \"new disk\""
    })
public final class TagSetVerb extends ClientVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME=VALUE", description = "The tags.")
  private Map<String, String> tags = new LinkedHashMap<>();

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description =
          "After this the tags are over: 90s, 30m, 2h, 1d. Without it, when you remove them.")
  private @Nullable Duration span;

  public TagSetVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(instance.path("/tags"), new TagsBody(tags, Optional.ofNullable(span)));
  }

  @Override
  List<Line> show(Answer answer) {
    return shown(answer.as(TagsView.class));
  }

  /** What a server has now. */
  static List<Line> shown(TagsView view) {
    String tags = Tags.text(view.tags());
    return List.of(
        Line.of(
            tags.isEmpty()
                ? "%s has no tags.".formatted(view.address())
                : "%s has the tags %s".formatted(view.address(), tags)));
  }
}
