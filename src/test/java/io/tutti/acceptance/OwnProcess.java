package io.tutti.acceptance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Controllers of this test, or of all tests of this class, have processes of their own, as users
 * run them, because they are killed or frozen, or something is asserted about their process.
 * Without it they run in the process of the tests.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OwnProcess.Extension.class)
@interface OwnProcess {

  /** Tests of one process run one after the other, so one answer is enough. */
  final class Extension
      implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    private static volatile boolean asked;

    static boolean isAsked() {
      return asked;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
      asked = true;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
      asked = true;
    }

    @Override
    public void afterEach(ExtensionContext context) {
      asked = context.getRequiredTestClass().isAnnotationPresent(OwnProcess.class);
    }

    @Override
    public void afterAll(ExtensionContext context) {
      asked = false;
    }
  }
}
