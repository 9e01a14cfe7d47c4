#!/bin/sh
# The newcomer's hour of docs/tutorial.md: three real servers that replicate, the account of the controller, a
# look, a change, three troubles. It prints each command with what it printed, and leaves nothing behind.
#
#   docs/newcomers-hour.sh [RELEASE]    mysql-8.0 (default), mysql-5.7, mysql-9.7, mariadb-10.11, mariadb-11.4
#
# It needs what ./tutti needs, and the program script (util-linux), which lends the question a terminal.
set -eu

release=${1:-mysql-8.0}
stop='STOP SLAVE SQL_THREAD'
start='START SLAVE SQL_THREAD'
case $release in
  mysql-5.7) flavor=mysql-5.7 settings='replica_parallel_workers=4 slave_parallel_type=LOGICAL_CLOCK' ;;
  mysql-8.0) flavor=mysql-8.0 settings='replica_parallel_workers=4 slave_parallel_type=LOGICAL_CLOCK' ;;
  mysql-9.7) flavor=mysql-8.4 settings='replica_parallel_workers=8'
    stop='STOP REPLICA SQL_THREAD' start='START REPLICA SQL_THREAD' ;;
  mariadb-10.11) flavor=mariadb-10 settings='slave_parallel_threads=4' ;;
  mariadb-11.4) flavor=mariadb-11 settings='slave_parallel_threads=4' ;;
  *) echo "newcomers-hour.sh: no such release here: $release" >&2; exit 2 ;;
esac

# All of it is in one folder: the controller's data, the servers, a command "tutti".
launcher=$(readlink -f "${TUTTI:-$(dirname "$0")/../tutti}")
folder=$(mktemp -d)
controller=''
clean_up() {
  trap - EXIT
  tutti sandbox down --all >/dev/null || true
  [ -z "$controller" ] || kill "$controller" || true
  wait || true
  rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' HUP TERM
mkdir "$folder/bin" "$folder/home"
ln -s "$launcher" "$folder/bin/tutti"
export PATH="$folder/bin:$PATH" TUTTI_HOME="$folder/home" TUTTI_HTTP_PORT=0 NO_COLOR=1
export TUTTI_DISCOVERY_CONTACT_TIMEOUT=10s TUTTI_TARGET_STATEMENT_TIMEOUT=5s # patient, on a busy machine
cd "$folder"

heading() { printf '\n## %s\n\n' "$1"; }

# Runs a command and prints both; it must end with the code in $1.
ends_with() {
  printf '$ %s\n' "$2"
  code=0
  output=$(eval "$2" 2>&1) || code=$?
  [ -z "$output" ] || printf '%s\n' "$output"
  [ "$code" = "$1" ] || { echo "newcomers-hour.sh: this ended with $code, not with $1" >&2; exit 1; }
}
run() { ends_with 0 "$1"; }

# The same, once what it prints has $2 in it, or has it no more where $3 is "gone".
until_printed() {
  tries=0
  while :; do
    output=$(eval "$1" 2>&1) || true
    case $output in *"$2"*) has=there ;; *) has=gone ;; esac
    [ "$has" != "${3:-there}" ] || break
    tries=$((tries + 1))
    [ $tries -lt 120 ] || { printf '%s\nnewcomers-hour.sh: %s: not %s\n' "$output" "$1" "$2" >&2; exit 1; }
    sleep 0.5
  done
  [ "${4:-}" = quietly ] || printf '$ %s\n%s\n' "$1" "$output"
}

# Somebody at a terminal runs a command and types y. What the terminal echoes is put where it was typed.
answered() {
  printf '$ %s\n' "$1"
  echo y | script -qec "stty -echo; $1" /dev/null | tr -d '\r' | sed '1{/^y$/d}; s/^Continue? \[y\/N\] /&y\n/'
}

address() { tutti sandbox status | sed -n "s/^ *$1  *\(127[0-9.:]*\) .*/\1/p"; }

heading 'Three servers'
run "tutti sandbox up --flavor $release --topology \"1>2,1>3\""
sleep 16 # servers that have just started show more than others (STARTS_UNFENCED): the same on every machine
source=$(address 1) second=$(address 2) third=$(address 3)
run 'tutti sandbox sql 1 "SELECT @@version"'
version=$(tutti sandbox sql 1 'SELECT @@version' | tail -n 1)

heading 'The controller'
run 'echo Only-For-An-Hour-1 > password'
run 'export TUTTI_TARGET_USER=tutti TUTTI_TARGET_PASSWORD_FILE=$PWD/password'
export TUTTI_TARGET_USER=tutti TUTTI_TARGET_PASSWORD_FILE="$folder/password"
echo '$ tutti server > controller.log &'
tutti server >controller.log 2>&1 &
controller=$!
until_printed 'tutti clusters' 'tutti discover'
ends_with 1 "tutti discover $third"

heading 'The account'
grants="tutti grants --flavor $flavor --version $version --host 127.0.0.1"
run "$grants"
for node in 1 2 3; do
  run "$grants --password-file password | tutti sandbox sql $node"
done

heading 'A look'
case $release in
  mysql-5.7 | mariadb-*) trust=--trust-without-key ;; # these show no key
  *) trust=--trust ;;
esac
run "tutti discover $third $trust"
until_printed 'tutti topology' 'all reached'
run 'tutti findings'
run 'tutti explain STARTS_UNFENCED | head -n 12'
run 'tutti doctor'

heading 'The first change'
run "tutti parallelism advise $second"
run "tutti parallelism apply $second $settings --dry-run"
run "tutti parallelism apply $second $settings --settle 2"
run "tutti parallelism undo $second"
run 'tutti operations list'

heading 'Somebody stopped an applier'
run "tutti sandbox sql 2 \"$stop\""
until_printed 'tutti findings --severity critical,warning' APPLIER_STOPPED
run "tutti sandbox sql 2 \"$start\""
until_printed 'tutti findings --severity critical,warning' APPLIER_STOPPED gone

heading 'A row was there already'
run 'tutti sandbox sql 1 "CREATE DATABASE shop; CREATE TABLE shop.item (id INT PRIMARY KEY, name TEXT)"'
until_printed 'tutti sandbox sql 2 "SHOW TABLES FROM shop"' item there quietly
run "tutti sandbox sql 2 \"SET sql_log_bin = 0; INSERT INTO shop.item VALUES (1, 'cup')\""
run "tutti sandbox sql 1 \"INSERT INTO shop.item VALUES (1, 'cup')\""
until_printed 'tutti findings --severity critical,warning' APPLIER_FAILED
case $release in
  mariadb-*) # one privilege that most fleets do without; what is refused names it
    ends_with 1 "tutti skip $second --dry-run"
    run "tutti sandbox sql 2 \"SET sql_log_bin = 0; GRANT SUPER ON *.* TO 'tutti'@'127.0.0.1'\""
    until_printed "tutti skip $second --dry-run" 'Effects:' ;;
  *) run "tutti skip $second --dry-run" ;;
esac
answered "tutti skip $second"
until_printed 'tutti findings --severity critical,warning' APPLIER_FAILED gone

heading 'A server was killed'
run 'tutti sandbox kill 3'
until_printed 'tutti findings --severity critical,warning' INSTANCE_UNREACHABLE
run 'tutti sandbox start 3'
case $release in
  mysql-*) found='Nothing of that was found.' cost=NONE_BY_SETTINGS ;;
  mariadb-*) found=RESTARTED_WITH_POSSIBLE_LOSS cost=COMMITS_WITH_THE_HOST ;; # sync_binlog is 0 by default
esac
until_printed 'tutti findings --severity critical,warning' "$found"
until_printed 'tutti crash list' "$cost"
run "tutti crash show $third"

heading 'What was done'
run 'tutti operations list'
run 'tutti audit --limit 12'
run 'tutti sandbox down'
