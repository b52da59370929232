// There is no class to take an object of.
public class Plugin {
    interface Host {
        int a();

        int b();
    }

    static int run(Host host) {
        return host.a() + host.b();
    }
}
