import cortado.Any;

// super.m() is bound to the superclass of the class that contains the call, not of the object.
public class SuperCall {
    static class A {
        int f(int x) {
            return x;
        }
    }

    static class B extends A {
        @Override
        int f(int x) {
            return super.f(x) + 1;
        }
    }

    static class C extends B {
        @Override
        int f(int x) {
            return super.f(x) * 2;
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        A a = new B();
        assert a.f(x) == 2 * x + 2;
    }
}
