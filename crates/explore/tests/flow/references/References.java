import java.util.*;
import java.util.function.*;

public class References {
    static class T { final int n; T(int n) { this.n = n; } T() { this(0); } int get() { return n; } static T max(T a, T b) { return a.get() > b.get() ? a : b; } T plus(T o) { return new T(n + o.get()); } boolean is(T o) { return o == this; } }
    static class S extends T { S(int n) { super(n); } @Override int get() { return twice(); } int twice() { return 2 * n; } Supplier<Integer> sup() { return super::get; } IntSupplier own() { return this::get; } }
    @FunctionalInterface interface Maker<A, R extends T> { R make(A a); default R makeTwice(A a) { make(a); return make(a); } static <A, R extends T> Maker<A, R> of(Maker<A, R> m) { return m; } }

    static T reduce(List<T> list, BinaryOperator<T> op) { T r = list.get(0); for (T t : list) r = op.apply(r, t); return r; }
    static Object run(Object f) { if (f instanceof Supplier<?> s) return s.get(); if (f instanceof Runnable r) { r.run(); return null; } return f; }

    public static void main(String[] args) {
        Maker<Integer, S> maker = Maker.of(S::new);
        maker.makeTwice(3).get();
        List<T> list = new ArrayList<>();
        Consumer<T> add = list::add;
        add.accept(new T(1));
        add.andThen(t -> t.get()).accept(new S(2));
        reduce(list, T::max).get();
        reduce(list, T::plus).get();
        new S(4).sup().get();
        new S(5).own().getAsInt();
        Supplier<Iterator<T>> its = list::iterator;
        Iterator<T> it = its.get();
        Supplier<T> next = it::next;
        BooleanSupplier more = it::hasNext;
        while (more.getAsBoolean()) next.get().get();
        Function<T, Integer> get = T::get;
        get.compose((Integer i) -> new S(i)).apply(6);
        Object[] things = {(Supplier<T>) T::new, (Runnable) () -> list.get(0).get(), new T(7)};
        for (Object o : things) { Object r = run(o); if (r instanceof T t) t.get(); }
        Map<String, Supplier<? extends T>> makers = new HashMap<>();
        makers.put("t", T::new);
        makers.put("s", () -> new S(8));
        for (Supplier<? extends T> m : makers.values()) m.get().get();
        Function<Integer, Function<Integer, T>> curried = a -> b -> new T(a + b);
        curried.apply(1).apply(2).get();
        BiPredicate<T, T> same = T::is;
        same.test(list.get(0), list.get(1));
        ToIntFunction<String> length = String::length;
        length.applyAsInt("abc");
        Callable3 c = new Callable3();
        list.forEach(c::take);
        list.sort(Comparator.comparingInt(T::get).thenComparing((a, b) -> a.get() - b.get()));
        IntFunction<int[]> arrays = int[]::new;
        arrays.apply(3);
        Optional.<T>empty().or(() -> Optional.of(new S(9))).orElseGet(T::new).get();
        Runnable self = new Runnable() { int n; public void run() { if (n++ < 2) run(); } };
        self.run();
        System.out.println(c.sum);
    }

    static class Callable3 { int sum; void take(T t) { sum += t.get(); } }
}
