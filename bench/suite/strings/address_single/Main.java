import org.sosy_lab.sv_benchmarks.Verifier;

/** Splits an address at its sign; there is only one. */
public class Main {
    static String user(String address) {
        int at = address.indexOf('@');
        return at < 0 ? "" : address.substring(0, at);
    }

    static String host(String address) {
        int at = address.indexOf('@');
        return at < 0 ? "" : address.substring(at + 1);
    }

    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        char d = Verifier.nondetChar();
        String address = "me" + c + "site" + d + "org";
        if (address.contains("@") && c != d) {
            assert !user(address).isEmpty();
            assert (user(address) + "@" + host(address)).equals(address);
            assert host(address).indexOf('@') < 0;
        }
    }
}
