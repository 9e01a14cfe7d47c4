# Finds a JDK that is new enough and exports it as JAVA_HOME. Sourced by mvnw and tutti.
# Order: JAVA_HOME, the java on the PATH, then the usual installation folders, newest first.

TUTTI_JDK_MIN=25

# Prints the feature version of the JDK in folder $1 (25, 17, ...), nothing when it is no JDK.
jdk_version() {
  [ -x "$1/bin/javac" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null | head -n 1
}

jdk_fits() {
  version=$(jdk_version "$1")
  [ -n "$version" ] && [ "$version" -ge "$TUTTI_JDK_MIN" ]
}

find_jdk() {
  if [ -n "${JAVA_HOME:-}" ] && jdk_fits "$JAVA_HOME"; then
    return 0
  fi
  if command -v javac >/dev/null 2>&1; then
    on_path=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
    if jdk_fits "$on_path"; then
      JAVA_HOME=$on_path
      return 0
    fi
  fi
  best=''
  best_version=0
  for candidate in /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* "$HOME"/.sdkman/candidates/java/* \
    "$HOME"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -d "$candidate" ] && jdk_fits "$candidate"; then
      version=$(jdk_version "$candidate")
      if [ "$version" -gt "$best_version" ]; then
        best=$candidate
        best_version=$version
      fi
    fi
  done
  [ -n "$best" ] && JAVA_HOME=$best
}

require_jdk() {
  if ! find_jdk; then
    echo "tutti: no JDK $TUTTI_JDK_MIN or newer was found (looked at JAVA_HOME=${JAVA_HOME:-unset}, the PATH, /usr/lib/jvm, /opt, ~/.sdkman, ~/.jdks)." >&2
    echo "tutti: install a JDK $TUTTI_JDK_MIN, for example the package temurin-25-jdk or openjdk-25-jdk-headless, or point JAVA_HOME at one." >&2
    exit 1
  fi
  export JAVA_HOME
}
