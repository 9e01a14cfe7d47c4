package io.tutti.web;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/** How Tomcat is configured beyond the settings in {@code application.properties}. */
public final class WebServer implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

  @Override
  public void customize(TomcatServletWebServerFactory tomcat) {
    tomcat.setProtocol(BoundedHttp.class.getName());
    // Nobody sends forms: one that trickles would be read below the bounds of bodies, for ever.
    // What comes after the last part of a body is used by nobody, and its parser fails at ten
    // lines.
    tomcat.addConnectorCustomizers(connector -> {
      connector.setParseBodyMethods("");
      connector.setProperty("maxTrailerSize", "0");
    });
    tomcat.addContextCustomizers(context -> {
      StandardHost host = (StandardHost) context.getParent();
      host.setErrorReportValveClass(ProblemValve.class.getName());
      host.getPipeline().addValve(new ProblemValve());
    });
  }
}
