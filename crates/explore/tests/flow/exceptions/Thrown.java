import java.util.*;
import java.util.concurrent.Callable;

/** Exceptions as objects. */
public class Thrown {
    static class Failure extends RuntimeException {
        final Detail detail;
        Failure(Detail d, Throwable cause) { super("failed", cause); detail = d; }
        Detail detail() { return detail; }
        @Override public String getMessage() { return super.getMessage() + detail.text(); }
    }

    static class Other extends Exception { int code() { return 3; } }

    static class Detail { final String t; Detail(String t) { this.t = t; } String text() { return t; } }

    static class Resource implements AutoCloseable {
        final Detail d = new Detail("r");
        void use(boolean fail) { if (fail) throw new Failure(d, null); }
        @Override public void close() { log(); throw new IllegalStateException(d.text()); }
        void log() { }
    }

    static int depth(int n) { if (n == 0) throw new Failure(new Detail("deep"), new Exception("inner")); return depth(n - 1) + 1; }

    static void guarded(Callable<Detail> c) {
        try { c.call().text(); } catch (Failure f) { f.detail().text(); } catch (Exception e) { e.getMessage(); }
    }

    public static void main(String[] args) {
        try { depth(3); } catch (Failure f) { f.detail().text(); f.getCause().getMessage(); f.getMessage(); }
        try { new ArrayList<Detail>().iterator().next().text(); } catch (NoSuchElementException e) { e.getMessage(); }
        try (Resource r = new Resource()) { r.use(true); } catch (Failure f) { f.getSuppressed()[0].getMessage(); f.detail().text(); }
        guarded(() -> new Detail("ok"));
        guarded(() -> { throw new Failure(new Detail("c"), new Failure(new Detail("d"), null)); });
        guarded(() -> { throw new Exception("plain"); });
        try { throw new Failure(new Detail("x"), new Failure(new Detail("y"), null)); }
        catch (RuntimeException e) { Throwable t = e; while (t != null) { if (t instanceof Failure f) f.detail().text(); t = t.getCause(); } }
        finally { new Detail("finally").text(); }
        List<Throwable> kept = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            try { if (i == 0) depth(1); int[] a = new int[i - 1]; a[5] = 1; } catch (RuntimeException e) { kept.add(e); }
        }
        for (Throwable t : kept) { t.toString(); if (t instanceof Failure f) f.detail().text(); }
        try { List.of(1, 2).forEach(i -> { throw new Failure(new Detail("in library"), null); }); } catch (Failure f) { f.detail().text(); }
        try { Optional.empty().orElseThrow(() -> new Failure(new Detail("supplied"), null)); } catch (Failure f) { f.detail().text(); }
        try { Optional.<Detail>empty().orElseThrow(Other::new).text(); } catch (Other o) { o.code(); }
        try { Object o = "s"; ((Detail) o).text(); } catch (ClassCastException e) { e.getMessage(); }
        try { new TreeMap<Object, Detail>().put(new Object(), null); } catch (ClassCastException e) { e.toString(); }
        System.out.println(new Failure(new Detail("z"), null));
    }
}
