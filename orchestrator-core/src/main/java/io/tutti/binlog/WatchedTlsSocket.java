package io.tutti.binlog;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** An encrypted socket of which somebody reads along what the other side sends. */
final class WatchedTlsSocket extends SSLSocket {
  private final SSLSocket real;
  private final UnaryOperator<InputStream> watch;
  private Optional<InputStream> watched = Optional.empty();

  WatchedTlsSocket(SSLSocket real, UnaryOperator<InputStream> watch) {
    this.real = real;
    this.watch = watch;
  }

  @Override
  public synchronized InputStream getInputStream() throws IOException {
    if (watched.isEmpty()) {
      watched = Optional.of(watch.apply(real.getInputStream()));
    }
    return watched.get();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return real.getOutputStream();
  }

  @Override
  public void startHandshake() throws IOException {
    real.startHandshake();
  }

  @Override
  public SSLSession getSession() {
    return real.getSession();
  }

  @Override
  public synchronized void close() throws IOException {
    real.close();
  }

  @Override
  public void shutdownInput() throws IOException {
    real.shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    real.shutdownOutput();
  }

  @Override
  public synchronized void setSoTimeout(int timeout) throws SocketException {
    real.setSoTimeout(timeout);
  }

  @Override
  public synchronized int getSoTimeout() throws SocketException {
    return real.getSoTimeout();
  }

  @Override
  public void setSoLinger(boolean on, int linger) throws SocketException {
    real.setSoLinger(on, linger);
  }

  @Override
  public boolean isConnected() {
    return real.isConnected();
  }

  @Override
  public boolean isClosed() {
    return real.isClosed();
  }

  @Override
  public InetAddress getInetAddress() {
    return real.getInetAddress();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return real.getRemoteSocketAddress();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return real.getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return real.getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    real.setEnabledCipherSuites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return real.getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return real.getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    real.setEnabledProtocols(protocols);
  }

  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {
    real.addHandshakeCompletedListener(listener);
  }

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {
    real.removeHandshakeCompletedListener(listener);
  }

  @Override
  public void setUseClientMode(boolean mode) {
    real.setUseClientMode(mode);
  }

  @Override
  public boolean getUseClientMode() {
    return real.getUseClientMode();
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    real.setNeedClientAuth(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return real.getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    real.setWantClientAuth(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return real.getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    real.setEnableSessionCreation(flag);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return real.getEnableSessionCreation();
  }
}
