package io.tutti.sandbox.binaries;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.model.building.DefaultModelProcessor;
import org.apache.maven.model.io.DefaultModelReader;
import org.apache.maven.model.superpom.DefaultSuperPomProvider;
import org.apache.maven.settings.Mirror;
import org.apache.maven.settings.Profile;
import org.apache.maven.settings.Proxy;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.apache.maven.settings.crypto.DefaultSettingsDecrypter;
import org.apache.maven.settings.crypto.DefaultSettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;
import org.eclipse.aether.repository.Authentication;
import org.eclipse.aether.repository.AuthenticationSelector;
import org.eclipse.aether.repository.LocalRepository;
import org.eclipse.aether.repository.MirrorSelector;
import org.eclipse.aether.repository.ProxySelector;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.util.repository.AuthenticationBuilder;
import org.eclipse.aether.util.repository.DefaultAuthenticationSelector;
import org.eclipse.aether.util.repository.DefaultMirrorSelector;
import org.eclipse.aether.util.repository.DefaultProxySelector;
import org.sonatype.plexus.components.cipher.DefaultPlexusCipher;
import org.sonatype.plexus.components.cipher.PlexusCipherException;
import org.sonatype.plexus.components.sec.dispatcher.DefaultSecDispatcher;

/**
 * What the user configured for Maven: mirrors, proxies, credentials, more repositories, the local
 * repository. Read from {@code ~/.m2/settings.xml} and, where MAVEN_HOME is known, the global
 * settings. The address of the central repository comes from Maven's own super POM.
 */
final class MavenSettings {

  private final Path mavenFolder;
  private final Settings settings;
  private final SettingsDecryptionResult decrypted;

  private MavenSettings(Path mavenFolder, Settings settings, SettingsDecryptionResult decrypted) {
    this.mavenFolder = mavenFolder;
    this.settings = settings;
    this.decrypted = decrypted;
  }

  static MavenSettings ofUser() {
    return inFolder(Path.of(System.getProperty("user.home"), ".m2"));
  }

  /** Reads the user's settings from this folder instead of {@code ~/.m2}. */
  static MavenSettings inFolder(Path mavenFolder) {
    DefaultSettingsBuildingRequest request = new DefaultSettingsBuildingRequest();
    request.setSystemProperties(systemProperties());
    existing(mavenFolder.resolve("settings.xml")).ifPresent(request::setUserSettingsFile);
    Stream.of(
            Optional.ofNullable(System.getenv("MAVEN_HOME")),
            Optional.ofNullable(System.getenv("M2_HOME")),
            Optional.ofNullable(System.getProperty("maven.home")))
        .flatMap(Optional::stream)
        .flatMap(home -> existing(Path.of(home, "conf", "settings.xml")).stream())
        .findFirst()
        .ifPresent(request::setGlobalSettingsFile);
    try {
      Settings settings =
          new DefaultSettingsBuilderFactory().newInstance().build(request).getEffectiveSettings();
      return new MavenSettings(mavenFolder, settings, decrypt(mavenFolder, settings));
    } catch (SettingsBuildingException | PlexusCipherException e) {
      throw new IllegalStateException("Maven's settings.xml cannot be read: " + e.getMessage(), e);
    }
  }

  private static SettingsDecryptionResult decrypt(Path mavenFolder, Settings settings)
      throws PlexusCipherException {
    DefaultSecDispatcher dispatcher =
        new DefaultSecDispatcher(
            new DefaultPlexusCipher(),
            Map.of(),
            mavenFolder.resolve("settings-security.xml").toString());
    return new DefaultSettingsDecrypter(dispatcher)
        .decrypt(new DefaultSettingsDecryptionRequest(settings));
  }

  private static java.util.Properties systemProperties() {
    java.util.Properties properties = new java.util.Properties();
    System.getenv().forEach((name, value) -> properties.setProperty("env." + name, value));
    properties.putAll(System.getProperties());
    return properties;
  }

  private static Optional<File> existing(Path file) {
    return Optional.of(file).filter(Files::isReadable).map(Path::toFile);
  }

  boolean isOffline() {
    return settings.isOffline();
  }

  LocalRepository localRepository() {
    String fromProperty = System.getProperty("maven.repo.local");
    String fromSettings = settings.getLocalRepository();
    return new LocalRepository(
        Stream.of(Optional.ofNullable(fromProperty), Optional.ofNullable(fromSettings))
            .flatMap(Optional::stream)
            .filter(path -> !path.isBlank())
            .findFirst()
            .map(File::new)
            .orElseGet(() -> mavenFolder.resolve("repository").toFile()));
  }

  MirrorSelector mirrors() {
    DefaultMirrorSelector selector = new DefaultMirrorSelector();
    for (Mirror mirror : settings.getMirrors()) {
      selector.add(
          mirror.getId(),
          mirror.getUrl(),
          mirror.getLayout(),
          false,
          mirror.isBlocked(),
          mirror.getMirrorOf(),
          mirror.getMirrorOfLayouts());
    }
    return selector;
  }

  ProxySelector proxies() {
    DefaultProxySelector selector = new DefaultProxySelector();
    for (Proxy proxy : decrypted.getProxies()) {
      if (proxy.isActive()) {
        Authentication authentication =
            new AuthenticationBuilder()
                .addUsername(proxy.getUsername())
                .addPassword(proxy.getPassword())
                .build();
        selector.add(
            new org.eclipse.aether.repository.Proxy(
                proxy.getProtocol(), proxy.getHost(), proxy.getPort(), authentication),
            proxy.getNonProxyHosts());
      }
    }
    return selector;
  }

  AuthenticationSelector credentials() {
    DefaultAuthenticationSelector selector = new DefaultAuthenticationSelector();
    for (Server server : decrypted.getServers()) {
      selector.add(
          server.getId(),
          new AuthenticationBuilder()
              .addUsername(server.getUsername())
              .addPassword(server.getPassword())
              .addPrivateKey(server.getPrivateKey(), server.getPassphrase())
              .build());
    }
    return selector;
  }

  /** Repositories of the active profiles, then the super POM's, mirrors not yet applied. */
  List<RemoteRepository> repositories() {
    List<RemoteRepository> repositories = new ArrayList<>();
    for (Profile profile : settings.getProfiles()) {
      boolean active =
          settings.getActiveProfiles().contains(profile.getId())
              || (profile.getActivation() != null && profile.getActivation().isActiveByDefault());
      if (active) {
        profile
            .getRepositories()
            .forEach(repository ->
                repositories.add(
                    repository(repository.getId(), repository.getLayout(), repository.getUrl())));
      }
    }
    DefaultSuperPomProvider superPom =
        new DefaultSuperPomProvider()
            .setModelProcessor(
                new DefaultModelProcessor().setModelReader(new DefaultModelReader()));
    superPom.getSuperModel("4.0.0").getRepositories().stream()
        .filter(own -> repositories.stream().noneMatch(one -> one.getId().equals(own.getId())))
        .map(own -> repository(own.getId(), own.getLayout(), own.getUrl()))
        .forEach(repositories::add);
    return repositories;
  }

  private static RemoteRepository repository(String id, String layout, String url) {
    return new RemoteRepository.Builder(id, layout == null ? "default" : layout, url).build();
  }
}
