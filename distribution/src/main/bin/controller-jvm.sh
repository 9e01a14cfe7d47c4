# How the controller's JVM is started; sourced by tutti-controller and train-controller with $bin set.
# The cache of loaded and linked classes (JEP 483, 514) fits only the JVM options, the class path and the JDK that it
# was trained with: so all of these are here, once.
. "$bin/jdk.sh"
require_jdk
tutti=$(dirname "$bin")
class_path=$(find "$tutti/controller" -name '*.jar' | LC_ALL=C sort | tr '\n' ':')
class_path=${class_path%:}
jvm_options="-XX:+UseSerialGC -Xms32m -Xmx256m -XX:+UseCompactObjectHeaders --enable-native-access=ALL-UNNAMED \
-Dspring.aot.enabled=true"
stamp=$({ cat "$JAVA_HOME/release"; echo "$jvm_options"; ls -ln "$tutti"/controller/*.jar; } | cksum | tr ' ' '-')
cache=$tutti/controller/controller-$stamp.aot
