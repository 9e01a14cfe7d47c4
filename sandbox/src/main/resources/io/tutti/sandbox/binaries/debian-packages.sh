#!/bin/sh
# Fetches a program and every library below it from the Debian mirror that this machine's own apt
# configuration names, and unpacks them into FOLDER. Needs apt-get and dpkg-deb; neither root nor
# debootstrap, and it leaves the machine's packages and lists alone.
#
#   debian-packages.sh FOLDER SUITE VERSION CHECK PACKAGE...
#
# The first package must be of that VERSION (9.7: any 9.7.x). CHECK is the program, by its path in
# FOLDER, and its arguments, with which it must end with 0:
#
#   debian-packages.sh /tmp/mysql sid 9.7 'usr/sbin/mysqld --no-defaults --version' \
#     mysql-server-core mysql-client-core
#   debian-packages.sh /tmp/haproxy bookworm 2.6 'usr/sbin/haproxy -v' haproxy
#
# The last line printed says what went wrong.
set -eu

if [ $# -lt 5 ]; then
  echo "usage: debian-packages.sh FOLDER SUITE VERSION CHECK PACKAGE..."
  exit 2
fi
folder=$1
suite=$2
version=$3
check=$4
shift 4

fail() {
  echo "$*"
  exit 1
}

for program in apt-get apt-cache apt-config dpkg-deb; do
  command -v "$program" >/dev/null 2>&1 ||
    fail "$1 $version comes from Debian packages, and this machine has no $program"
done
[ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] ||
  fail "$1 $version is fetched for amd64 only, and this machine is not amd64"

# The Debian mirror (not the security archive) and its keyring, as the machine's apt knows them.
mirror=$(apt-get indextargets --format '$(REPO_URI) $(COMPONENT)' 'Created-By: Packages' |
  sed -n 's|^\([^ ]*/debian/*\) main$|\1|p' | head -n 1)
[ -n "$mirror" ] ||
  fail "$1 $version comes from Debian packages, and this machine's apt configuration names no Debian mirror"
keyring=$(apt-get indextargets --format '$(REPO_URI) $(COMPONENT) $(SIGNED_BY)' 'Created-By: Packages' |
  sed -n 's|^[^ ]*/debian/* main \(/.*\)$|\1|p' | head -n 1)
[ -n "$keyring" ] || keyring=$(ls /usr/share/keyrings/debian-archive-keyring.* 2>/dev/null | head -n 1)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" "$work/none"
: >"$work/status"
echo "deb ${keyring:+[signed-by=$keyring] }$mirror $suite main" >"$work/sources.list"
cat >"$work/apt.conf" <<EOF
Dir::State "$work/state";
Dir::State::status "$work/status";
Dir::Cache "$work/cache";
Dir::Etc::sourcelist "$work/sources.list";
Dir::Etc::sourceparts "$work/none";
Dir::Etc::preferences "$work/none/preferences";
Dir::Etc::preferencesparts "$work/none";
APT::Sandbox::User "";
APT::Install-Recommends "false";
APT::Get::List-Cleanup "false";
Acquire::Check-Valid-Until "false";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
Acquire::Retries "2";
EOF
APT_CONFIG=$work/apt.conf
export APT_CONFIG

echo "Reading the package list of $suite"
apt-get -q=2 update >"$work/log" 2>&1 ||
  fail "apt-get update for $suite failed: $(grep '^[EW]:' "$work/log" | head -n 1)"
candidate=$(apt-cache policy "$1" | sed -n 's/^ *Candidate: *//p')
case $candidate in
"$version".*) ;;
*) fail "$suite of the Debian mirror holds $1 ${candidate:-(none)}, not $version" ;;
esac

echo "Fetching $* $candidate with their libraries"
# Nothing is installed: the empty status file makes apt choose the whole closure, libc6 included.
apt-get -q=2 -y --download-only install "$@" >"$work/log" 2>&1 ||
  fail "fetching the packages failed: $(grep '^E:' "$work/log" | head -n 1)"

echo "Unpacking $(ls "$work"/cache/archives/*.deb | wc -l) packages"
mkdir -p "$folder"
for package in "$work"/cache/archives/*.deb; do
  case ${package##*/} in
  perl*_* | libperl*_*) ;; # the client package's scripts; no program here needs them
  *) dpkg-deb --extract "$package" "$folder" || fail "cannot unpack ${package##*/}" ;;
  esac
done
rm -rf "$folder/usr/share/doc" "$folder/usr/share/man" "$folder/usr/share/locale" "$folder/usr/lib/x86_64-linux-gnu/gconv"

# By its own loader and libraries: the machine's may be older. Where they lie depends on the suite.
for libraries in "$folder/usr/lib/x86_64-linux-gnu" "$folder/lib/x86_64-linux-gnu"; do
  [ ! -e "$libraries/ld-linux-x86-64.so.2" ] || loader=$libraries/ld-linux-x86-64.so.2
done
[ -n "${loader:-}" ] || fail "the fetched packages hold no loader"
# shellcheck disable=SC2086 # CHECK is a program and its arguments.
"$loader" \
  --library-path "$folder/usr/lib/x86_64-linux-gnu:$folder/lib/x86_64-linux-gnu:$folder/usr/lib/mysql/private" \
  "$folder"/$check || fail "the fetched ${check%% *} $candidate does not run here"
