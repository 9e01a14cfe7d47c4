import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Downloads a file ({@code URL FILE}) or checks one ({@code --verify FILE SHA256}) with nothing but a JDK. */
class Download {
  static void main(String[] args) throws Exception {
    if (args[0].equals("--verify")) {
      verify(Path.of(args[1]), args[2]);
    } else {
      download(URI.create(args[0]), Path.of(args[1]));
    }
  }

  private static void download(URI source, Path target) throws Exception {
    try (var client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()) {
      var response = client.send(HttpRequest.newBuilder(source).build(), BodyHandlers.ofFile(target));
      if (response.statusCode() != 200) {
        fail(source + " answered " + response.statusCode() + ". Install Maven, or set a proxy with JAVA_TOOL_OPTIONS.");
      }
    } catch (java.io.IOException e) {
      fail(source + " could not be reached (" + e + "). Install Maven, or set a proxy with JAVA_TOOL_OPTIONS.");
    }
  }

  private static void verify(Path file, String expected) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    String actual = HexFormat.of().formatHex(digest);
    if (!actual.equals(expected)) {
      fail(file + " has SHA-256 " + actual + ", expected " + expected + ". It was not used.");
    }
  }

  private static void fail(String why) {
    System.err.println("mvnw: " + why);
    System.exit(1);
  }
}
