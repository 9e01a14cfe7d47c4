package io.tutti.spi.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustedProgramTest {
  @Test
  void oneThatBelongsToAnotherUserIsRefused(@TempDir Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    Path script = Files.writeString(folder.resolve("hook.sh"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    int other = (int) Files.getAttribute(script, "unix:uid") + 1;

    assertThat(new TrustedProgram(script, Set.of(other)).refusal().orElseThrow())
        .contains("belongs to user " + (other - 1));
    assertThat(TrustedProgram.of(script).refusal()).isEmpty();
  }
}
