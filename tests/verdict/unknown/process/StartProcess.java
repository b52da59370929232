// No process is started on the user's machine.
public class StartProcess {
    public static void main(String[] args) throws Exception {
        Process p = Runtime.getRuntime().exec("true");
        assert p.waitFor() == 0;
    }
}
