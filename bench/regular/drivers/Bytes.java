import java.io.IOException;
import java.io.InputStream;

/** A stream of bytes that can be closed for good, as a file can and an array of bytes in the library cannot. */
final class Bytes extends InputStream {
    private final byte[] bytes;
    private int next;
    private boolean closed;

    Bytes(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read() throws IOException {
        if (closed) {
            throw new IOException("Stream closed");
        }
        return next < bytes.length ? bytes[next++] & 0xff : -1;
    }

    @Override
    public void close() {
        closed = true;
    }
}
