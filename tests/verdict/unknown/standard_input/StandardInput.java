// Standard input is not read.
public class StandardInput {
    public static void main(String[] args) throws Exception {
        int c = System.in.read();
        assert c >= -1;
    }
}
