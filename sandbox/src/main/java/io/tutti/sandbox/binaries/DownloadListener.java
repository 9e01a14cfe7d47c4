package io.tutti.sandbox.binaries;

/** Informed about long work while binaries are fetched. Calls come from the fetching thread. */
public interface DownloadListener {

  /** Hears nothing. */
  DownloadListener SILENT = new DownloadListener() {};

  /**
   * A download begins or continues after an interruption.
   *
   * @param name what is fetched
   * @param bytesPresent bytes already here from an interrupted download
   * @param bytesTotal size of the whole, or -1 when the server does not show
   */
  default void started(String name, long bytesPresent, long bytesTotal) {}

  /**
   * More bytes have arrived; called often.
   *
   * @param bytesPresent bytes here so far
   * @param bytesTotal size of the whole, or -1
   */
  default void progressed(String name, long bytesPresent, long bytesTotal) {}

  /** The whole file is here and its checksum is right. */
  default void finished(String name, long bytesTotal) {}

  /** Something else that takes a while begins: a sentence without a final stop. */
  default void note(String sentence) {}
}
