package io.tutti.rest;

import io.tutti.security.Caller;
import io.tutti.security.RoleCheck;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Puts the check of roles before every path, and hands the {@link Caller} to who asks for it. */
final class WebSetup implements WebMvcConfigurer, HandlerMethodArgumentResolver {
  static final String MARKDOWN = "text/markdown;charset=UTF-8";
  static final String HTML = "text/html;charset=UTF-8";

  private final RoleCheck check;

  WebSetup(RoleCheck check) {
    this.check = check;
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(check);
  }

  /** What is there in several forms can be asked for by a name, too. */
  @Override
  public void configureContentNegotiation(ContentNegotiationConfigurer configurer) {
    configurer
        .favorParameter(true)
        .mediaType("json", MediaType.APPLICATION_JSON)
        .mediaType("markdown", MediaType.parseMediaType(MARKDOWN))
        .mediaType("html", MediaType.parseMediaType(HTML));
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(this);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Caller.class;
  }

  @Override
  public Caller resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer view,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    return RoleCheck.caller((HttpServletRequest) request.getNativeRequest());
  }
}
