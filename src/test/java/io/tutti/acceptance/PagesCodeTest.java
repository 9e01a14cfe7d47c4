package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java that pages show can be compiled, with what there is. */
class PagesCodeTest {
  private static final String IMPORTS =
      """
      import io.tutti.acceptance.GapBed.Mode;
      import io.tutti.sandbox.*;
      import io.tutti.sandbox.release.*;
      import static io.tutti.sandbox.release.ServerRelease.*;
      import io.tutti.tier.*;
      import org.junit.jupiter.params.*;
      """;

  /** What this page shows is copied from there. */
  private static final String ABOUT_CAPABILITIES = "adding-a-capability.md";

  private static final Path CAPABILITY =
      Path.of("../../orchestrator-core/src/main/java/io/tutti/operation/skip/SkipCapability.java");

  @TempDir private Path classes;

  static List<PageBlock> blocks() {
    return PageBlock.pages().stream()
        .flatMap(page -> PageBlock.of(page).stream())
        .filter(block -> block.language().equals("java"))
        .filter(block -> !block.page().equals(ABOUT_CAPABILITIES))
        .toList();
  }

  @Test
  void whatIsCopiedIsStillThere() throws IOException {
    String code = PageBlock.of(ABOUT_CAPABILITIES).getFirst().text();

    assertThat(Files.readString(CAPABILITY)).containsIgnoringWhitespaces(code);
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void isCompiled(PageBlock block) {
    StringWriter said = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none",
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path", ""));
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("string:///PageCode.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignored) {
            return program(block);
          }
        };
    boolean isFine =
        ToolProvider.getSystemJavaCompiler()
            .getTask(said, null, null, options, null, List.of(source))
            .call();

    assertThat(isFine).as("%s:%d%n%s", block.page(), block.line(), said).isTrue();
  }

  /** Methods are members of a class, other lines those of a method. */
  private static String program(PageBlock block) {
    String code = block.text().replace("{ ... }", "{}");
    boolean isMembers = Stream.of("@", "public").anyMatch(code.strip()::startsWith);
    return "package io.tutti.acceptance;\n"
        + IMPORTS
        + "class PageCode {\n"
        + (isMembers ? code : "void run() throws Exception {\n" + code + "}\n")
        + "}\n";
  }
}
