import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;

/** Numbers of fixed width in a file. */
public class Ledger {
    public static void main(String[] args) throws IOException {
        File file = File.createTempFile("ledger", ".dat");
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file))) {
            for (int i = 1; i <= 4; i++) {
                out.writeInt(i * 100);
            }
        }
        try (RandomAccessFile direct = new RandomAccessFile(file, "rw")) {
            direct.seek(8);
            assert direct.readInt() == 300;
            direct.seek(4);
            direct.writeInt(-1);
            assert direct.length() == 16 && direct.getFilePointer() == 8;
        }
        int sum = 0;
        try (DataInputStream in = new DataInputStream(new FileInputStream(file))) {
            while (true) {
                sum += in.readInt();
            }
        } catch (EOFException end) {
            assert sum == 800;
        }
        assert file.delete() && !file.exists();
    }
}
