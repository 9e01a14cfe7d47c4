# How the controller's JVM is started; sourced by tutti-controller and train-controller with $bin set.
# The cache of loaded and linked classes (JEP 483, 514) fits only the JVM options, the class path and the JDK that it
# was trained with: so all of these are here, once.
. "$bin/jdk.sh"
require_jdk
tutti=$(dirname "$bin")
class_path=$(find "$tutti/controller" -name '*.jar' | LC_ALL=C sort | tr '\n' ':')
class_path=${class_path%:}
jvm_options="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=0.2 -XX:ReservedCodeCacheSize=240m -Xms32m -XX:MaxHeapFreeRatio=40 -XX:-ShrinkHeapInSteps -XX:TrimNativeHeapInterval=60000 -XX:+UseCompactObjectHeaders \
--enable-native-access=ALL-UNNAMED -XX:+ExitOnOutOfMemoryError -Dspring.aot.enabled=true"

# The heap: TUTTI_HEAP (512m, 2g), else a quarter of the memory of the machine or container, between 256 MB and 1 GB.
# How many servers it holds, and how much of it is used, is seen to by the controller.
if [ -n "${TUTTI_HEAP:-}" ]; then
  heap=$TUTTI_HEAP
else
  megabytes=$(awk '/^MemTotal:/ {print int($2 / 4096)}' /proc/meminfo 2>/dev/null || echo 256)
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || echo max)
  case $limit in
    *[!0-9]* | '') ;;
    *) [ $((limit / 4194304)) -ge "$megabytes" ] || megabytes=$((limit / 4194304)) ;;
  esac
  [ "$megabytes" -ge 256 ] || megabytes=256
  [ "$megabytes" -le 1024 ] || megabytes=1024
  heap=${megabytes}m
fi
stamp=$({ cat "$JAVA_HOME/release"; echo "$jvm_options"; ls -ln "$tutti"/controller/*.jar; } | cksum | tr ' ' '-')
cache=$tutti/controller/controller-$stamp.aot
