import java.net.Socket;

// No connection is made.
public class OpenSocket {
    public static void main(String[] args) throws Exception {
        try (Socket s = new Socket("localhost", 9)) {
            assert s.isConnected();
        }
    }
}
