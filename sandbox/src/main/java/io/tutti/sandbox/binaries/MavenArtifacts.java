package io.tutti.sandbox.binaries;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.maven.repository.internal.MavenRepositorySystemUtils;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.connector.basic.BasicRepositoryConnectorFactory;
import org.eclipse.aether.repository.LocalArtifactRegistration;
import org.eclipse.aether.repository.LocalRepositoryManager;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.spi.connector.checksum.ChecksumPolicyProvider;
import org.eclipse.aether.spi.connector.layout.RepositoryLayoutProvider;
import org.eclipse.aether.spi.connector.transport.GetTask;
import org.eclipse.aether.spi.connector.transport.TransportListener;
import org.eclipse.aether.spi.connector.transport.Transporter;
import org.eclipse.aether.spi.connector.transport.TransporterProvider;
import org.eclipse.aether.spi.io.FileProcessor;
import org.eclipse.aether.supplier.RepositorySystemSupplier;
import org.eclipse.aether.transfer.NoRepositoryLayoutException;
import org.eclipse.aether.transfer.NoTransporterException;
import org.eclipse.aether.transfer.TransferCancelledException;

/**
 * Fetches artifacts through Maven Resolver into the user's local Maven repository.
 *
 * <p>Since 1.9 the resolver itself starts an interrupted download again; its transporters can still
 * continue a file that they are given, though they keep none when they fail. So an artifact that
 * the local repository lacks is fetched through the transporter, with the user's mirrors, proxies
 * and credentials, while the bytes that arrive are kept in a partial file of ours, which outlives
 * this process and is what the next attempt continues. The whole is compared with the repository's
 * SHA-1 and only then entered into the local repository.
 */
final class MavenArtifacts {

  private static final int BUFFER_BYTES = 1 << 16;

  private final Path downloads;
  private final DownloadListener listener;
  private final OpenSystemSupplier supplier = new OpenSystemSupplier();
  private final RepositorySystem system = supplier.get();
  private final DefaultRepositorySystemSession session;
  private final List<RemoteRepository> repositories;

  /**
   * @param settings where to fetch from and where to keep it
   * @param downloads folder for partial files
   * @param listener informed about each download
   */
  MavenArtifacts(MavenSettings settings, Path downloads, DownloadListener listener) {
    this.downloads = downloads;
    this.listener = listener;
    session = MavenRepositorySystemUtils.newSession();
    session.setOffline(settings.isOffline());
    session.setMirrorSelector(settings.mirrors());
    session.setProxySelector(settings.proxies());
    session.setAuthenticationSelector(settings.credentials());
    session.setLocalRepositoryManager(
        system.newLocalRepositoryManager(session, settings.localRepository()));
    repositories = system.newResolutionRepositories(session, settings.repositories());
  }

  /**
   * The file of an artifact in the local repository, fetched when it is not there.
   *
   * @param coordinates {@code group:artifact:extension[:classifier]:version}
   * @throws IOException when no repository delivers it; each attempt is attached as suppressed
   */
  Path require(String coordinates) throws IOException {
    Artifact artifact = new DefaultArtifact(coordinates);
    Optional<Path> present = findLocally(artifact);
    if (present.isPresent()) {
      return present.get();
    }
    IOException failure =
        new IOException(
            session.isOffline()
                ? coordinates + " is not in the local repository, and Maven is set to be offline"
                : coordinates + " was not delivered by any Maven repository");
    for (RemoteRepository repository : session.isOffline() ? noRepositories() : repositories) {
      try {
        return download(artifact, repository);
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
    throw withFirstReason(failure);
  }

  private static List<RemoteRepository> noRepositories() {
    return List.of();
  }

  private static IOException withFirstReason(IOException failure) {
    Throwable[] attempts = failure.getSuppressed();
    if (attempts.length == 0) {
      return failure;
    }
    IOException complete = new IOException(failure.getMessage() + ": " + attempts[0].getMessage());
    for (Throwable attempt : attempts) {
      complete.addSuppressed(attempt);
    }
    return complete;
  }

  private Optional<Path> findLocally(Artifact artifact) {
    DefaultRepositorySystemSession offline = new DefaultRepositorySystemSession(session);
    offline.setOffline(true);
    try {
      return Optional.of(
          system
              .resolveArtifact(offline, new ArtifactRequest(artifact, repositories, null))
              .getArtifact()
              .getFile()
              .toPath());
    } catch (ArtifactResolutionException absent) {
      return Optional.empty();
    }
  }

  private Path download(Artifact artifact, RemoteRepository repository) throws IOException {
    Files.createDirectories(downloads);
    String name = fileName(artifact);
    Path partial = downloads.resolve(name + ".part");
    try (Transporter transporter = supplier.transporters().newTransporter(session, repository)) {
      URI location =
          supplier.layouts().newRepositoryLayout(session, repository).getLocation(artifact, false);
      GetTask checksum = new GetTask(URI.create(location + ".sha1"));
      transporter.get(checksum);
      String expected = checksum.getDataString().strip().split("\\s+", 2)[0];
      fetchResuming(transporter, location, name, partial);
      String actual = sha1(partial);
      if (!actual.equals(expected.toLowerCase(Locale.ROOT))) {
        Files.delete(partial);
        throw new IOException(
            "%s has SHA-1 %s, its repository promises %s; the file was thrown away"
                .formatted(name, actual, expected));
      }
      listener.finished(name, Files.size(partial));
      return enter(artifact, repository, partial);
    } catch (NoTransporterException | NoRepositoryLayoutException e) {
      throw new IOException(e.getMessage(), e);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(
          "%s from %s: %s".formatted(artifact, repository.getId(), e.getMessage()), e);
    }
  }

  /** A partial file that the repository cannot continue (it has grown or shrunk) is thrown away. */
  private void fetchResuming(Transporter transporter, URI location, String name, Path partial)
      throws Exception {
    try {
      fetch(transporter, location, name, partial);
    } catch (Exception e) {
      if (!String.valueOf(e.getMessage()).contains("416")) {
        throw e;
      }
      Files.delete(partial);
      fetch(transporter, location, name, partial);
    }
  }

  private void fetch(Transporter transporter, URI location, String name, Path partial)
      throws Exception {
    try (FileChannel copy =
        FileChannel.open(partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      transporter.get(
          new GetTask(location)
              .setDataFile(partial.toFile(), true)
              .setListener(new Progress(name, copy)));
    }
  }

  private Path enter(Artifact artifact, RemoteRepository repository, Path file) throws IOException {
    LocalRepositoryManager local = session.getLocalRepositoryManager();
    Path target =
        local
            .getRepository()
            .getBasedir()
            .toPath()
            .resolve(local.getPathForRemoteArtifact(artifact, repository, ""));
    Files.createDirectories(target.resolveSibling("x").getParent());
    Path beside = target.resolveSibling(target.getFileName() + ".tutti");
    Files.move(file, beside, StandardCopyOption.REPLACE_EXISTING);
    Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    local.add(session, new LocalArtifactRegistration(artifact, repository, List.of("")));
    return target;
  }

  private static String fileName(Artifact artifact) {
    String classifier = artifact.getClassifier().isEmpty() ? "" : "-" + artifact.getClassifier();
    return "%s-%s%s.%s"
        .formatted(
            artifact.getArtifactId(), artifact.getVersion(), classifier, artifact.getExtension());
  }

  private static String sha1(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-1", e);
    }
  }

  /** Passes the transport's progress on to the listener and keeps what arrives. */
  private final class Progress extends TransportListener {
    private final String name;
    private final FileChannel partial;
    private long present;
    private long total;

    Progress(String name, FileChannel partial) {
      this.name = name;
      this.partial = partial;
    }

    /** The offset is 0 when the repository does not continue files: then all comes again. */
    @Override
    public void transportStarted(long offset, long length) throws TransferCancelledException {
      present = offset;
      total = length;
      try {
        partial.truncate(offset);
        partial.position(offset);
      } catch (IOException e) {
        throw cancelled(e);
      }
      listener.started(name, present, total);
    }

    @Override
    public void transportProgressed(ByteBuffer data) throws TransferCancelledException {
      ByteBuffer unread = data.duplicate();
      try {
        while (unread.hasRemaining()) {
          present += partial.write(unread);
        }
      } catch (IOException e) {
        throw cancelled(e);
      }
      listener.progressed(name, present, total);
    }

    private TransferCancelledException cancelled(IOException e) {
      return new TransferCancelledException("cannot keep what arrives: " + e.getMessage(), e);
    }
  }

  /** The stock supplier, which also lets its transporters and layouts be used directly. */
  private static final class OpenSystemSupplier extends RepositorySystemSupplier {
    private Optional<TransporterProvider> transporters = Optional.empty();
    private Optional<RepositoryLayoutProvider> layouts = Optional.empty();

    @Override
    protected BasicRepositoryConnectorFactory getBasicRepositoryConnectorFactory(
        TransporterProvider transporterProvider,
        RepositoryLayoutProvider layoutProvider,
        ChecksumPolicyProvider checksumPolicies,
        FileProcessor files,
        Map<String, org.eclipse.aether.spi.checksums.ProvidedChecksumsSource> checksums) {
      transporters = Optional.of(transporterProvider);
      layouts = Optional.of(layoutProvider);
      return super.getBasicRepositoryConnectorFactory(
          transporterProvider, layoutProvider, checksumPolicies, files, checksums);
    }

    TransporterProvider transporters() {
      return transporters.orElseThrow();
    }

    RepositoryLayoutProvider layouts() {
      return layouts.orElseThrow();
    }
  }
}
