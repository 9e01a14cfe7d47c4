package io.tutti.plugins.sql.wire;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Optional;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** An encrypted connection of which whoever reads sees only what its guard took. */
final class GuardedSslSocket extends SSLSocket {
  private final SSLSocket socket;
  private final AnswerGuard guard;
  private Optional<InputStream> input = Optional.empty();
  private Optional<OutputStream> output = Optional.empty();

  GuardedSslSocket(SSLSocket socket, AnswerGuard guard) {
    this.socket = socket;
    this.guard = guard;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    if (input.isEmpty()) {
      input = Optional.of(new PacketInput(new BufferedInputStream(socket.getInputStream()), guard));
    }
    return input.get();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    if (output.isEmpty()) {
      output = Optional.of(new CommandOutput(socket.getOutputStream(), guard, () -> {}));
    }
    return output.get();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  @Override
  public boolean isClosed() {
    return socket.isClosed();
  }

  @Override
  public boolean isConnected() {
    return socket.isConnected();
  }

  @Override
  public boolean isBound() {
    return socket.isBound();
  }

  @Override
  public InetAddress getInetAddress() {
    return socket.getInetAddress();
  }

  @Override
  public int getPort() {
    return socket.getPort();
  }

  @Override
  public int getLocalPort() {
    return socket.getLocalPort();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return socket.getRemoteSocketAddress();
  }

  @Override
  public void setSoTimeout(int millis) throws SocketException {
    socket.setSoTimeout(millis);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return socket.getSoTimeout();
  }

  @Override
  public void shutdownInput() throws IOException {
    socket.shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return socket.getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return socket.getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    socket.setEnabledCipherSuites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return socket.getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return socket.getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    socket.setEnabledProtocols(protocols);
  }

  @Override
  public SSLSession getSession() {
    return socket.getSession();
  }

  @Override
  public SSLSession getHandshakeSession() {
    return socket.getHandshakeSession();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return socket.getSSLParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    socket.setSSLParameters(parameters);
  }

  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {
    socket.addHandshakeCompletedListener(listener);
  }

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {
    socket.removeHandshakeCompletedListener(listener);
  }

  @Override
  public void startHandshake() throws IOException {
    socket.startHandshake();
  }

  @Override
  public void setUseClientMode(boolean isClient) {
    socket.setUseClientMode(isClient);
  }

  @Override
  public boolean getUseClientMode() {
    return socket.getUseClientMode();
  }

  @Override
  public void setNeedClientAuth(boolean isNeeded) {
    socket.setNeedClientAuth(isNeeded);
  }

  @Override
  public boolean getNeedClientAuth() {
    return socket.getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean isWanted) {
    socket.setWantClientAuth(isWanted);
  }

  @Override
  public boolean getWantClientAuth() {
    return socket.getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean isEnabled) {
    socket.setEnableSessionCreation(isEnabled);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return socket.getEnableSessionCreation();
  }
}
