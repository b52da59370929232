import cortado.Any;

// `throws Exception` does not excuse a failing assertion.
public class AssertionsAreNotDeclared {
    public static void main(String[] args) throws Exception {
        int x = Any.anInt();
        assert x != 5;
    }
}
