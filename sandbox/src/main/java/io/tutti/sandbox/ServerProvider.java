package io.tutti.sandbox;

/** Makes the servers of one sandbox; closing removes them all. */
interface ServerProvider extends AutoCloseable {

  /** Does what is slow and done once per release: fetching, initialising, building images. */
  void prepare(NodeSettings settings);

  /** Makes a server and waits until it accepts logins. May be called by several threads. */
  SandboxServer create(NodeSettings settings);

  /** Where replicas reach this server; differs from the address for clients of this machine. */
  ServerAddress addressForReplicas(SandboxServer server);

  @Override
  void close();
}
