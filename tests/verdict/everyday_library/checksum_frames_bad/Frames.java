import java.io.*;
import java.util.Arrays;
import java.util.zip.*;

/** A changed byte is found out by the checksum behind it. */
public class Frames {
    static byte[] frame(byte[] payload) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CheckedOutputStream checked = new CheckedOutputStream(bytes, new Adler32());
        DataOutputStream out = new DataOutputStream(checked);
        out.writeShort(payload.length);
        out.write(payload);
        out.writeInt((int) checked.getChecksum().getValue());
        return bytes.toByteArray();
    }

    static byte[] unframe(byte[] frame) throws IOException {
        CheckedInputStream checked = new CheckedInputStream(new ByteArrayInputStream(frame), new Adler32());
        DataInputStream in = new DataInputStream(checked);
        byte[] payload = new byte[in.readUnsignedShort()];
        in.readFully(payload);
        int sum = (int) checked.getChecksum().getValue();
        if (in.readInt() != sum) {
            throw new StreamCorruptedException("checksum");
        }
        return payload;
    }

    public static void main(String[] args) throws IOException {
        byte before = cortado.Any.aByte();
        byte after = cortado.Any.aByte();
        byte[] frame = frame(new byte[] {1, before, 3});
        frame[3] = after;
        try {
            assert Arrays.equals(unframe(frame), new byte[] {1, before, 3});
        } catch (StreamCorruptedException e) {
            assert before < after;
        }
        Adler32 sum = new Adler32();
        sum.update("Wikipedia".getBytes());
        assert sum.getValue() == 0x11E60398L;
    }
}
