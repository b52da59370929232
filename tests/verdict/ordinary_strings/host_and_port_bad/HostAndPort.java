import cortado.Any;

// What stands before and behind the last colon of an address.
public class HostAndPort {
    public static void main(String[] args) {
        String address = Any.aString(6);
        int colon = address.lastIndexOf(':');
        if (colon < 0) {
            return;
        }
        String host = address.substring(0, colon);
        String port = address.substring(colon);
        assert host.length() + port.length() + 1 == address.length();
        assert port.indexOf(':') < 0;
    }
}
