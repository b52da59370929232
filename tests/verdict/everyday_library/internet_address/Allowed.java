import java.net.InetAddress;
import java.net.UnknownHostException;

/** Which addresses belong to the inside. */
public class Allowed {
    static boolean isInside(InetAddress address) {
        return address.isLoopbackAddress() || address.isSiteLocalAddress();
    }

    public static void main(String[] args) throws UnknownHostException {
        InetAddress local = InetAddress.getByName("192.168.1.20");
        assert isInside(local) && local.getHostAddress().equals("192.168.1.20");
        assert isInside(InetAddress.getByName("::1"));
        assert !isInside(InetAddress.getByName("8.8.8.8"));
        byte last = cortado.Any.aByte();
        InetAddress any = InetAddress.getByAddress(new byte[] {10, 0, 0, last});
        assert isInside(any);
        assert any.getAddress()[3] == last;
        assert any.equals(InetAddress.getByAddress(new byte[] {10, 0, 0, last}));
    }
}
