package io.tutti.cli.verb;

import io.tutti.api.TagsBody;
import io.tutti.api.TagsView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tags;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tutti tag set}. */
@Command(
    name = "set",
    header = "Sets tags on a server.",
    description = "An existing tag gets the new value. Other tags stay.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti tag set db2:3306 env=prod rack=a4")
public final class TagSetVerb extends ClientVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME=VALUE", description = "The tags.")
  private Map<String, String> tags = new LinkedHashMap<>();

  public TagSetVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(instance.path("/tags"), new TagsBody(tags));
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
