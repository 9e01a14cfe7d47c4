import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns what a terminal was sent into an SVG picture. docs/demo.svg was made with:
 *
 * <pre>
 * script -qec './tutti demo --once' /dev/null | java docs/DemoPicture.java > docs/demo.svg
 * </pre>
 */
final class DemoPicture {
  private static final int LINE_HEIGHT = 18;
  private static final double CHARACTER_WIDTH = 7.83;
  private static final int MARGIN = 16;
  private static final Pattern CODE = Pattern.compile("\u001b\\[([0-9;]*)([A-Za-z])");
  private static final Map<String, String> STYLES =
      Map.of(
          "1", "font-weight=\"bold\" fill=\"#ffffff\"",
          "2", "fill=\"#8b949e\"",
          "31", "fill=\"#ff7b72\"",
          "32", "fill=\"#7ee787\"",
          "33", "fill=\"#e3b341\"");

  private DemoPicture() {}

  public static void main(String[] arguments) throws IOException {
    String text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
    List<String> lines = new ArrayList<>(List.of("\u001b[1m$ ./tutti demo --once\u001b[0m"));
    lines.addAll(text.stripTrailing().lines().toList());
    int columns = lines.stream().mapToInt(line -> CODE.matcher(line).replaceAll("").length()).max().orElse(80);
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\" font-size=\"13\">%n"
            .formatted(
                (int) (columns * CHARACTER_WIDTH) + 2 * MARGIN,
                lines.size() * LINE_HEIGHT + 2 * MARGIN));
    svg.append("<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0d1117\"/>\n");
    for (int i = 0; i < lines.size(); i++) {
      svg.append(line(lines.get(i), MARGIN + (i + 1) * LINE_HEIGHT - 5));
    }
    System.out.write((svg + "</svg>\n").getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }

  private static String line(String line, int y) {
    StringBuilder row =
        new StringBuilder(
            "<text x=\"%d\" y=\"%d\" fill=\"#c9d1d9\" xml:space=\"preserve\">".formatted(MARGIN, y));
    String style = "";
    int from = 0;
    Matcher codes = CODE.matcher(line);
    while (codes.find()) {
      row.append(span(line.substring(from, codes.start()), style));
      style = STYLES.getOrDefault(codes.group(1), "");
      from = codes.end();
    }
    return row.append(span(line.substring(from), style)).append("</text>\n").toString();
  }

  private static String span(String text, String style) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return style.isEmpty() || text.isEmpty() ? escaped : "<tspan " + style + ">" + escaped + "</tspan>";
  }
}
