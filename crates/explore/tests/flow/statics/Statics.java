import java.util.*;
import java.util.function.*;

/** Initialisers in unusual places, and what static fields hold. */
public class Statics {
    static class Log { static final List<String> LINES = new ArrayList<>(); static void add(String s) { LINES.add(s); } }
    static class A { static final A FIRST = new A(); static int n = start(); final B b = new B(); static int start() { Log.add("A"); return 1; } int run() { return b.run(); } }
    static class B { static C c; static { c = new C(); Log.add("B"); } int run() { return c.run(); } }
    static class C extends D { C() { super(3); } @Override int hook() { return k + helper(); } int helper() { return 1; } int k = 5; }
    static class D { static { Log.add("D"); } final int d; D(int d) { this.d = d + hook(); } int hook() { return 0; } int run() { return d; } }
    interface Lazy { Log LOG = make(); static Log make() { Log.add("Lazy"); return new Log(); } default int go() { return 7; } }
    interface Plain { Log MINE = make(); static Log make() { Log.add("Plain"); return new Log(); } }
    static class Late implements Plain { Object touch() { return MINE; } }
    static class Uses implements Lazy { static { Log.add("Uses"); } }
    static class Single { private static Single it; private final Map<String, Object> store = new HashMap<>(); static Single get() { if (it == null) it = new Single(); return it; } void put(String k, Object v) { store.put(k, v); } Object find(String k) { return store.get(k); } }
    static final ThreadLocal<A> LOCAL = ThreadLocal.withInitial(A::new);
    static Supplier<Integer> counter() { int[] n = {0}; return () -> ++n[0]; }

    public static void main(String[] args) {
        A.FIRST.run();
        new Uses().go();
        new Late().touch();
        Object log = Lazy.LOG;
        Single.get().put("a", new A());
        ((A) Single.get().find("a")).run();
        LOCAL.get().run();
        LOCAL.set(new A());
        LOCAL.get().run();
        Supplier<Integer> c = counter();
        c.get();
        c.get();
        Function<Integer, D> make = D::new;
        make.apply(2).run();
        Supplier<C> cs = C::new;
        cs.get().run();
        D d = new D(1) { @Override int hook() { return outer(); } int outer() { return Log.LINES.size(); } };
        d.run();
        System.out.println(Log.LINES + " " + (log != null));
    }
}
