package io.tutti.web;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/** What Tomcat is told beyond the settings in {@code application.properties}. */
public final class WebServer implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

  @Override
  public void customize(TomcatServletWebServerFactory tomcat) {
    tomcat.setProtocol(BoundedHttp.class.getName());
    // Nobody sends forms: one that trickles would be read below the bounds of bodies, for ever.
    tomcat.addConnectorCustomizers(connector -> connector.setParseBodyMethods(""));
    tomcat.addContextCustomizers(context -> {
      StandardHost host = (StandardHost) context.getParent();
      host.setErrorReportValveClass(ProblemValve.class.getName());
      host.getPipeline().addValve(new ProblemValve());
    });
  }
}
