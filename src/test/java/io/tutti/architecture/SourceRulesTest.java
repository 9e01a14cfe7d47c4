package io.tutti.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.tutti.analysis.FindingCatalogue;
import io.tutti.analysis.FindingCode;
import io.tutti.analysis.FindingKind;
import io.tutti.analysis.FindingRule;
import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.plugins.mysql80.MySql80Provider;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What the compiled classes do not tell: sizes, doc comments, literals, and that pages and packages
 * are complete.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SourceRulesTest {
  private static final int METHOD_LINES_MAX = 50;
  private static final int FILE_CODE_LINES_MAX = 400;

  /** What serves the command line, REST and a page alike. */
  private static final Set<String> ENGINE =
      Set.of("orchestrator-spi/", "orchestrator-core/", "plugins/");

  /** Words that are not those of the manuals, or that a DBA reads as the opposite. */
  private static final Pattern RETIRED =
      Pattern.compile(
          "(?i)\\b(stands|stood|told|tells|anew|mended|barred|nobody knows|nobody can tell"
              + "|left behind|goes on|went on)\\b");

  /** As in messages, and more of the kind that only longer texts have; over the ends of lines. */
  private static final Pattern RETIRED_IN_PAGES =
      Pattern.compile(
          (RETIRED.pattern()
                  + "|\\b(stand|standing|tell|telling|mend|mends|mending|go on|gone on|going on"
                  + "|put back|puts back|let in|lets in|see to it|sees to it|for good|at rest|sight"
                  + "|ghosts?|(?<!as a )whole(?! numbers?))\\b")
              .replaceAll("(?<=[a-z]) (?=[a-z])", "\\\\s{1,9}"));

  /** What is no prose of a line: inline code, where a link leads to, and comments. */
  private static final Pattern NO_PROSE = Pattern.compile("`[^`]*`|]\\([^)]*\\)|<!--.*");

  private static final int PAGE_LINE_MAX = 110;

  /** A variable or a counter as servers call it: a literal that is nothing else is looked up. */
  private static final Pattern SERVERS_NAME =
      Pattern.compile(
          "(?i)(com|innodb|gtid|binlog|sync|relay|super|offline|skip|sql|read)_[a-z_]+"
              + "|[a-z_]*(slave|replica|master)s?_[a-z_]+|[a-z]+_(slave|replica)_[a-z_]+");

  /** What core may say by the server's name, and why. */
  private static final Map<String, String> NAMES_IN_CORE =
      Map.of(
          "read_only", "a finding shows what could not be read of it",
          "sync_binlog", "a finding shows what could not be read of it",
          "log_replica_updates", "a finding shows it as its server spells it",
          "log_slave_updates", "a finding shows it as its server spells it",
          "binlog_row_image", "a plan shows it, and it means the same wherever it is",
          "binlog_row_metadata", "a plan shows it, and it means the same wherever it is",
          "relay_log_space_limit", "a plan shows it, and it means the same wherever it is",
          "Gtid_list", "an event of the binlog's format, which all flavors share",
          "Gtid_tagged", "an event of the binlog's format, which all flavors share",
          "Binlog_checkpoint", "an event of the binlog's format, which all flavors share");

  private static final Pattern COMMAND =
      Pattern.compile(
          "\\b(SET (GLOBAL|SESSION|PERSIST)|CHANGE (MASTER|REPLICATION)|SHOW [A-Z]{4}"
              + "|(START|STOP|RESET) (SLAVE|REPLICA|MASTER|BINARY)|GRANT [A-Z]{4}|KILL [A-Z0-9])");

  /**
   * Their remedies tell people a command. Core executes none: it has no way to. The list may only
   * shrink: a remedy that differs between flavors belongs into the plugin. {@code
   * TransactionBuilder} shows transactions as the tools that read binlogs do.
   */
  private static final Set<String> QUOTING_COMMANDS =
      Set.of(
          "CatchUpStep",
          "ClosingWait",
          "ClusterRules",
          "ErrantRules",
          "Fitness",
          "Followers",
          "FreezeStep",
          "GapsPlanner",
          "InstanceRules",
          "ReadFailure",
          "PositionLost",
          "RebuildPlanner",
          "RemoveChannelStep",
          "SalvagePlanner",
          "Succession",
          "TransactionBuilder",
          "UnfenceCheck",
          "WatchedChannel");

  /** They read the packets of the protocol, before and beside any plugin. */
  private static final Set<String> SPEAKING_THE_PROTOCOL =
      Set.of("DumpTrial", "GreetingProbe", "ReadFailure");

  private final Path root = Path.of("../..").toAbsolutePath().normalize();
  private final List<String> longMethods = new ArrayList<>();
  private final List<String> undocumented = new ArrayList<>();
  private final List<String> flavorsNamedInCore = new ArrayList<>();
  private final Set<String> speakingCommands = new TreeSet<>();
  private final Set<String> retiredWords = new TreeSet<>();
  private Pattern command = Pattern.compile("");
  private final List<String> serversWordsInCore = new ArrayList<>();
  private List<Path> sources = List.of();

  @BeforeAll
  void parse() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> file.toString().contains("/src/main/java/"))
              .filter(file -> !file.toString().contains("/target/"))
              .sorted()
              .toList();
    }
    assertThat(sources).hasSizeGreaterThan(100);
    command = commands();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var files = compiler.getStandardFileManager(null, null, null);
    JavacTask task =
        (JavacTask)
            compiler.getTask(
                null,
                files,
                null,
                List.of("-proc:none"),
                null,
                files.getJavaFileObjectsFromPaths(sources));
    DocTrees trees = DocTrees.instance(task);
    for (CompilationUnitTree unit : task.parse()) {
      new Scan(unit, trees).scan(unit, null);
    }
  }

  /** {@code tutti gaps}, by the classes of the verbs. */
  private Pattern commands() {
    return Pattern.compile(
        sources.stream()
            .filter(file -> file.toString().contains("/io/tutti/cli/verb/"))
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith("Verb.java"))
            .map(name -> name.split("(?<=[a-z])(?=[A-Z])", 2)[0].toLowerCase(Locale.ROOT))
            .distinct()
            .collect(Collectors.joining("|", "\\btutti (", ")\\b")));
  }

  private final class Scan extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final DocTrees trees;
    private final String file;

    Scan(CompilationUnitTree unit, DocTrees trees) {
      this.unit = unit;
      this.trees = trees;
      this.file = root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      if (method.getBody() != null) {
        SourcePositions positions = trees.getSourcePositions();
        LineMap lines = unit.getLineMap();
        long first = lines.getLineNumber(positions.getStartPosition(unit, method.getBody()));
        long last = lines.getLineNumber(positions.getEndPosition(unit, method.getBody()));
        if (last - first >= METHOD_LINES_MAX) {
          longMethods.add(file + " " + method.getName() + ": " + (last - first + 1) + " lines");
        }
      }
      return super.visitMethod(method, nothing);
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      TreePath path = getCurrentPath();
      boolean topLevel = path.getParentPath().getLeaf().getKind() == Tree.Kind.COMPILATION_UNIT;
      if (topLevel
          && type.getModifiers().getFlags().contains(Modifier.PUBLIC)
          && trees.getDocCommentTree(path) == null) {
        undocumented.add(file);
      }
      return super.visitClass(type, nothing);
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Void nothing) {
      if (ENGINE.stream().anyMatch(file::startsWith)
          && literal.getValue() instanceof String text
          && command.matcher(text).find()) {
        speakingCommands.add(file + ": \"" + text + "\"");
      }
      if (literal.getValue() instanceof String text
          && text.contains(" ")
          && RETIRED.matcher(text).find()) {
        retiredWords.add(file + ": \"" + text + "\"");
      }
      if (file.startsWith("orchestrator-core/") && literal.getValue() instanceof String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.contains("mysql") || lower.contains("mariadb")) {
          flavorsNamedInCore.add(file + ": \"" + text + "\"");
        }
        if (SERVERS_NAME.matcher(text).matches() && !NAMES_IN_CORE.containsKey(text)) {
          serversWordsInCore.add(file + ": \"" + text + "\"");
        }
        if (COMMAND.matcher(text).find() && !QUOTING_COMMANDS.contains(simpleName())) {
          serversWordsInCore.add(file + ": \"" + text + "\"");
        }
      }
      if (file.startsWith("orchestrator-core/")
          && literal.getValue() instanceof Integer number
          && isErrorNumber(number)
          && !SPEAKING_THE_PROTOCOL.contains(simpleName())) {
        serversWordsInCore.add(file + ": " + number);
      }
      return super.visitLiteral(literal, nothing);
    }

    private String simpleName() {
      return file.substring(file.lastIndexOf('/') + 1).replace(".java", "");
    }
  }

  /** Servers number what they refuse so; round figures and sizes are ours. */
  private static boolean isErrorNumber(int number) {
    boolean isOfServers = number > 1000 && number < 2000 || number > 3000 && number < 4000;
    return isOfServers && number != 1024;
  }

  @Test
  void messagesUseTheWordsOfTheManuals() {
    assertThat(retiredWords)
        .as("use a word of docs/glossary.md: is stopped, is at, shows, reports, rebuild, repair")
        .isEmpty();
  }

  @Test
  void namesUseTheWordsOfTheManuals() throws IOException {
    List<String> found = new ArrayList<>();
    List<Path> named = named();
    for (Path file : named) {
      String name = root.relativize(file).toString();
      namesToChange(file).forEach(each -> found.add(name + ": " + each));
    }
    assertThat(named).hasSizeGreaterThan(1000);
    assertThat(found)
        .as("name it with a word of docs/glossary.md or of the MySQL manual, in REST and SQL, too")
        .isEmpty();
  }

  /** All that has names; but those that list the words themselves. */
  private List<Path> named() throws IOException {
    List<String> suffixes =
        List.of(".java", ".sql", ".json", ".md", ".yaml", ".yml", ".properties");
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            return name.equals("target") || name.startsWith(".")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            boolean isWordList = name.startsWith("RetiredNames") || name.startsWith("SourceRules");
            if (suffixes.stream().anyMatch(name::endsWith) && !isWordList) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  private static List<String> namesToChange(Path file) throws IOException {
    String name = file.getFileName().toString();
    List<String> found = new ArrayList<>(RetiredNames.inFileName(name));
    String text = Files.readString(file);
    switch (name.substring(name.lastIndexOf('.'))) {
      case ".java" -> found.addAll(RetiredNames.inJava(text));
      case ".sql" -> found.addAll(RetiredNames.inSql(text));
      case ".json" -> found.addAll(RetiredNames.inJson(text));
      case ".md" -> found.addAll(RetiredNames.inPage(text));
      case ".yaml", ".yml", ".properties" -> found.addAll(RetiredNames.inSettings(text));
      default -> {}
    }
    return found;
  }

  @Test
  void aRetiredWordIsFoundInEachKindOfName() {
    assertThat(
            RetiredNames.inJava(
                """
                /** A ghost that stands in a comment is told there. */
                record BootSight(boolean isTold, int FENCE_STANDS) {
                  List<String> mendRow() {
                    return List.of("--mended", "gaps.mend", "/boot-config", "a sentence that tells",
                        "{\\"ghosts\\":1}", "BOOT_FENCED", "bootReport", "boot-id");
                  }
                }
                """))
        .containsExactlyInAnyOrder(
            "BootSight",
            "isTold",
            "FENCE_STANDS",
            "mendRow",
            "--mended",
            "gaps.mend",
            "/boot-config",
            "ghosts",
            "BOOT_FENCED");
    assertThat(RetiredNames.inSql("-- who stood\nCREATE TABLE boot_sight (told INT, boot_id INT);"))
        .containsExactly("boot_sight", "told");
    assertThat(RetiredNames.inJson("{\"/instances/boot-config\":{\"mended\" : true, \"why\":1}}"))
        .containsExactly("/instances/boot-config", "mended");
    assertThat(RetiredNames.inFileName("GHOST_TRANSACTIONS.md")).hasSize(1);
  }

  @Test
  void aRetiredWordIsFoundInEachSettingThatAPageShows() {
    assertThat(
            RetiredNames.inPage(
                """
                A ghost that stands in prose is told elsewhere: `tutti.fence.told-by`, not
                `tutti.fence.hook`; `TUTTI_BOOT_FENCED_LIFT=OFF`.

                ```yaml
                tutti:
                  ghosts:
                    - mended-by: "stands: a value"
                    fine: true
                ```

                ```properties
                tutti.sight=1
                ```

                ```json
                {"stood" : 1, "since": "stands"}
                ```
                """))
        .containsExactlyInAnyOrder(
            "tutti.fence.told-by",
            "TUTTI_BOOT_FENCED_LIFT",
            "ghosts",
            "mended-by",
            "tutti.sight",
            "stood");
    assertThat(RetiredNames.inSettings("# it stands\ntutti.told = 1\n--tutti.boot-config=x\n"))
        .containsExactly("tutti.told", "tutti.boot-config");
  }

  @Test
  void pagesUseTheWordsOfTheManuals() throws IOException {
    List<String> found = new ArrayList<>();
    List<Path> pages = pages();
    for (Path page : pages) {
      found.addAll(linesToRewrite(page));
    }
    assertThat(pages).hasSizeGreaterThan(80);
    assertThat(found)
        .as(
            "use a word of docs/glossary.md or of the MySQL manual, and wrap prose at 110"
                + " characters")
        .isEmpty();
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      Stream<Path> top =
          Stream.of(
                  "README.md",
                  "SECURITY.md",
                  "CONTRIBUTING.md",
                  "ARCHITECTURE.md",
                  "benchmarks/README.md")
              .map(root::resolve);
      return Stream.concat(top, docs)
          .filter(page -> page.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  /** Headings may keep their words: links and tests name them. */
  private List<String> linesToRewrite(Path page) throws IOException {
    List<String> found = new ArrayList<>();
    String name = root.relativize(page).toString();
    StringBuilder prose = new StringBuilder();
    boolean isBlock = false;
    int number = 0;
    for (String line : Files.readAllLines(page)) {
      number++;
      if (line.stripLeading().startsWith("```")) {
        isBlock = !isBlock;
      } else if (!isBlock && !line.startsWith("#")) {
        prose.append(NO_PROSE.matcher(line).replaceAll(""));
        boolean mayBeLong = line.startsWith("|") || line.contains("<https://");
        if (!mayBeLong && line.length() > PAGE_LINE_MAX) {
          found.add(name + ":" + number + ": " + line.length() + " characters");
        }
      }
      prose.append('\n');
    }
    Matcher retired = RETIRED_IN_PAGES.matcher(prose);
    while (retired.find()) {
      long at = prose.substring(0, retired.start()).lines().count();
      found.add(name + ":" + Math.max(1, at) + ": \"" + retired.group() + "\"");
    }
    return found;
  }

  @Test
  void theEngineKnowsNoCommandLine() {
    assertThat(command.pattern()).contains("gaps", "crash", "trust");
    assertThat(speakingCommands)
        .as("say what Tutti can do as an Act (io.tutti.error.Acts): who shows it says how")
        .isEmpty();
  }

  @Test
  void noMethodIsLongerThanFiftyLines() {
    assertThat(longMethods).as("split it where its comment would say \"and then\"").isEmpty();
  }

  @Test
  void noFileHasMoreThanFourHundredLinesOfCode() {
    assertThat(sources.stream().filter(file -> codeLines(file) > FILE_CODE_LINES_MAX))
        .as("a file this long holds two things; give the second a file of its own")
        .isEmpty();
  }

  private static long codeLines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(String::strip)
          .filter(l -> !l.isEmpty() && !l.startsWith("*") && !l.startsWith("/"))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyPublicTypeSaysWhatItIs() {
    assertThat(undocumented).isEmpty();
  }

  @Test
  void coreNamesNoFlavor() {
    assertThat(flavorsNamedInCore).as("branch on a Capability that the plugin declares").isEmpty();
  }

  @Test
  void coreKnowsNoServersWords() {
    assertThat(serversWordsInCore)
        .as(
            "let the plugin make a fact of it: a Capability, a Cause of LastError, ThreadCounts, a"
                + " FenceMeasure, an ErrorCode, a statement; or add the name here with its reason")
        .isEmpty();
  }

  @Test
  void everyPackageIsNullMarked() {
    List<Path> unmarked =
        sources.stream()
            .map(Path::getParent)
            .distinct()
            .filter(folder -> !isNullMarked(folder.resolve("package-info.java")))
            .toList();
    assertThat(unmarked).as("add a package-info.java with @NullMarked and a sentence").isEmpty();
  }

  private static boolean isNullMarked(Path packageInfo) {
    try {
      return Files.exists(packageInfo) && Files.readString(packageInfo).contains("@NullMarked");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyFindingHasARuleAndAPage() throws IOException {
    assertThat(FindingCatalogue.rules())
        .extracting(FindingRule::code)
        .containsExactlyInAnyOrder(FindingCode.values());
    assertThat(advisingPlugins().flatMap(plugin -> plugin.advice().stream()))
        .as("every advice has a plugin that judges it")
        .extracting(AdviceRule::code)
        .contains(AdviceCode.values());
    List<FindingKind> kinds = FindingKind.all();
    for (FindingKind kind : kinds) {
      Path page = root.resolve("docs/findings/%s.md".formatted(kind.name()));
      assertThat(page).exists();
      assertThat(Files.readString(page))
          .startsWith("# " + kind.name())
          .contains("## Why it matters", "## What to do", "## What it is not");
    }
    try (Stream<Path> pages = Files.list(root.resolve("docs/findings"))) {
      assertThat(pages).as("no page without a finding").hasSize(kinds.size());
    }
  }

  private static Stream<FlavorProvider> advisingPlugins() {
    return Stream.of(new MySql80Provider(), new MariaDb10Provider());
  }

  @Test
  void theProjectNamesNoPathOfThisMachine() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(SourceRulesTest::isText).toList()) {
        if (Files.readString(file).contains("/" + "work/")) {
          found.add(root.relativize(file).toString());
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static boolean isText(Path file) {
    String name = file.toString();
    return Files.isRegularFile(file)
        && !name.contains("/target/")
        && !name.contains("/.git/")
        && Stream.of(".java", ".md", ".xml", ".sh", ".yaml", ".yml", ".properties")
            .anyMatch(name::endsWith);
  }
}
