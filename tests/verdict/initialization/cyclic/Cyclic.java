// A cycle of initialisers sees default values.
public class Cyclic {
    static class A {
        static int a = B.b + 1;
    }

    static class B {
        static int b = A.a + 1;
    }

    public static void main(String[] args) {
        int first = A.a;
        assert first == 2;
        assert A.a == 2 && B.b == 1;
    }
}
