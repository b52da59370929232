import org.sosy_lab.sv_benchmarks.Verifier;

// Every kind of value that the competition's harness class gives.
public class VerifierKinds {
    public static void main(String[] args) {
        byte b = Verifier.nondetByte();
        short s = Verifier.nondetShort();
        char c = Verifier.nondetChar();
        long l = Verifier.nondetLong();
        boolean z = Verifier.nondetBoolean();
        float f = Verifier.nondetFloat();
        double d = Verifier.nondetDouble();
        int sum = b + s + c;
        assert sum >= -128 - 32768 && sum <= 127 + 32767 + 65535;
        assert z || (l ^ l) == 0;
        assert f == f && d == d || f != f;
    }
}
