import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs one test method on the JUnit platform. */
public class CortadoJUnit {
    /** Whether the platform ran the test; what the test threw is put into {@code thrown}. */
    public static boolean run(String testClass, String testMethod, Throwable[] thrown) {
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(DiscoverySelectors.selectMethod(testClass, testMethod))
                        .build();
        boolean[] ran = new boolean[1];
        LauncherFactory.create()
                .execute(
                        request,
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest()) {
                                    ran[0] = true;
                                    thrown[0] = result.getThrowable().orElse(null);
                                }
                            }
                        });
        return ran[0];
    }
}
