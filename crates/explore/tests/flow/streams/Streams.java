import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Functions that the library calls. */
public class Streams {
    static class Word {
        final String text;
        Word(String text) { this.text = text; }
        int length() { return inner().length(); }
        String inner() { return text; }
        static Word parse(String s) { return new Word(s).self(); }
        Word self() { return this; }
        boolean isLong() { return length() > 2; }
    }

    interface Step { Word apply(Word w); default Step then(Step next) { return w -> next.apply(apply(w)); } }

    static int called;
    static void count(Word w) { called += w.length(); }
    static <T, R> R call(Function<T, R> f, T t) { return f.apply(t); }

    public static void main(String[] args) {
        List<Word> words = new ArrayList<>();
        for (String s : new String[] {"a", "bcd", "ef", "ghij"}) words.add(Word.parse(s));
        List<Word> made = Stream.of("x", "yz").map(Word::new).map(Word::self).collect(Collectors.toList());
        made.get(0).length();
        words.stream().filter(Word::isLong).forEach(Streams::count);
        int sum = words.stream().mapToInt(Word::length).sum();
        Map<Integer, List<Word>> groups = words.stream().collect(Collectors.groupingBy(Word::length));
        groups.get(1).get(0).self();
        String joined = words.stream().map(w -> w.inner()).sorted(Comparator.reverseOrder()).collect(Collectors.joining(","));
        Supplier<Word> supplier = () -> Word.parse("s");
        supplier.get().self();
        Function<String, Word> make = Word::new;
        Function<String, Integer> both = make.andThen(Word::length);
        both.apply("abc");
        call(make, "q").self();
        Step twice = w -> Word.parse(w.inner() + w.inner());
        twice.then(twice).apply(new Word("t")).self();
        BiFunction<Word, Word, Integer> compare = (a, b) -> a.length() - b.length();
        compare.apply(words.get(0), words.get(1));
        words.removeIf(w -> w.isLong());
        words.replaceAll(w -> Word.parse(w.inner() + "!"));
        words.get(0).self();
        Runnable[] tasks = {() -> count(words.get(0)), () -> words.get(0).self()};
        for (Runnable task : tasks) task.run();
        IntFunction<Word[]> array = Word[]::new;
        Word[] typed = words.stream().toArray(array);
        typed[0].self();
        Optional<Word> best = words.stream().max(Comparator.comparingInt(Word::length));
        best.map(Word::self).ifPresent(Streams::count);
        Iterator<Word> it = Stream.iterate(new Word("i"), w -> new Word(w.inner() + "i")).limit(3).iterator();
        while (it.hasNext()) it.next().self();
        Map<String, Word> index = words.stream().collect(Collectors.toMap(Word::inner, Function.identity(), (a, b) -> a));
        index.forEach((k, w) -> w.self());
        index.merge("new", Word.parse("m"), (a, b) -> b.self());
        index.compute("c", (k, w) -> w == null ? new Word(k) : w.self()).self();
        Consumer<List<Word>> adder = list -> list.add(new Word("added"));
        adder.accept(words);
        Collections.sort(words, (a, b) -> a.length() - b.length());
        UnaryOperator<Word> id = UnaryOperator.identity();
        id.apply(words.get(0)).self();
        Predicate<Word> odd = w -> w.length() % 2 == 1;
        odd.negate().or(Word::isLong).test(words.get(0));
        Callback handler = new Callback();
        Arrays.asList(1, 2, 3).forEach(handler);
        System.out.println(sum + joined + called + handler.sum);
    }

    static class Callback implements Consumer<Integer> {
        int sum;
        @Override public void accept(Integer i) { add(i); }
        void add(int i) { sum += i; }
    }
}
