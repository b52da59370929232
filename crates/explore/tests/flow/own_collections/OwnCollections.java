import java.util.*;

/** Classes of the program that extend or implement the library's. */
public class OwnCollections {
    static class Cell<T> { T value; Cell<T> next; Cell(T v, Cell<T> n) { value = v; next = n; } T get() { return value; } }

    static class Chain<T> implements Iterable<T> {
        Cell<T> head;
        void push(T t) { head = new Cell<>(t, head); }
        @Override public Iterator<T> iterator() {
            return new Iterator<T>() {
                Cell<T> at = head;
                @Override public boolean hasNext() { return more(); }
                boolean more() { return at != null; }
                @Override public T next() { T t = at.get(); at = at.next; return t; }
            };
        }
    }

    static class Loud extends ArrayList<Cell<String>> {
        int added;
        @Override public boolean add(Cell<String> c) { added++; c.get(); return super.add(c); }
        @Override public void clear() { note(); super.clear(); }
        void note() { added = 0; }
    }

    static class Cache extends LinkedHashMap<String, Cell<String>> {
        @Override protected boolean removeEldestEntry(Map.Entry<String, Cell<String>> e) { e.getValue().get(); return tooBig(); }
        boolean tooBig() { return size() > 2; }
    }

    static class Bag extends AbstractCollection<Cell<String>> {
        final List<Cell<String>> inner = new LinkedList<>();
        @Override public Iterator<Cell<String>> iterator() { return inner.iterator(); }
        @Override public int size() { return inner.size(); }
        @Override public boolean add(Cell<String> c) { return inner.add(c); }
    }

    /** A list that inherits nothing. */
    static class Pure implements Iterable<Key>, Comparable<Pure> {
        final Key[] keys = {new Key(1), new Key(2)};
        @Override public Iterator<Key> iterator() { return at(0); }
        Iterator<Key> at(int i) { return Arrays.asList(keys).listIterator(i); }
        @Override public int compareTo(Pure p) { return p.at(0).next().mix() - at(1).next().mix(); }
    }

    static class Key { final int k; Key(int k) { this.k = k; } public int hashCode() { return mix(); } int mix() { return k & 1; } public boolean equals(Object o) { return o instanceof Key && ((Key) o).mix() == mix(); } }

    public static void main(String[] args) {
        Chain<Cell<String>> chain = new Chain<>();
        chain.push(new Cell<>("a", null));
        chain.push(new Cell<>("b", null));
        for (Cell<String> c : chain) c.get();
        chain.forEach(c -> c.get());
        Loud loud = new Loud();
        loud.add(new Cell<>("c", null));
        List<Cell<String>> hidden = loud;
        hidden.add(new Cell<>("d", null));
        Collections.addAll(loud, new Cell<>("e", null));
        for (Cell<String> c : hidden) c.get();
        loud.get(0).get();
        Cache cache = new Cache();
        for (int i = 0; i < 4; i++) cache.put("k" + i, new Cell<>("v", null));
        cache.values().iterator().next().get();
        Bag bag = new Bag();
        bag.add(new Cell<>("f", null));
        bag.addAll(loud);
        bag.iterator().next().get();
        bag.toArray();
        bag.contains(loud.get(0));
        Collection<Cell<String>> all = new ArrayList<>(bag);
        all.iterator().next().get();
        Map<Key, Cell<String>> map = new HashMap<>();
        map.put(new Key(1), new Cell<>("g", null));
        map.put(new Key(3), new Cell<>("h", null));
        map.get(new Key(5)).get();
        Set<Key> keys = new HashSet<>(map.keySet());
        keys.contains(new Key(7));
        keys.iterator().next().mix();
        List<List<Key>> nested = new ArrayList<>();
        nested.add(new ArrayList<>(keys));
        nested.get(0).get(0).mix();
        ListIterator<List<Key>> lists = nested.listIterator();
        lists.next().get(0).mix();
        lists.set(new LinkedList<>(keys));
        nested.get(0).get(0).mix();
        hidden.clear();
        Enumeration<Key> en = Collections.enumeration(keys);
        en.nextElement().mix();
        Vector<Key> vector = new Vector<>(keys);
        vector.elements().nextElement().mix();
        Stack<Key> stack = new Stack<>();
        stack.push(new Key(2));
        stack.peek().mix();
        stack.pop().mix();
        Hashtable<String, Key> table = new Hashtable<>();
        table.elements().hasMoreElements();
        table.put("x", new Key(4));
        table.elements().nextElement().mix();
        Pure pure = new Pure();
        for (Key k : pure) k.mix();
        String.join(",", List.of("a"));
        Objects.equals(bag, loud);
        Objects.equals(new ArrayList<>(loud), loud);
        Objects.hash(bag, new Key(9));
        Objects.compare(new Key(1), new Key(2), (a, b) -> a.mix() - b.mix());
        new TreeSet<>(List.of(pure, new Pure())).first().iterator().next().mix();
        System.out.println(bag.size() + " " + bag + new Object[] {new Key(1)}.length);
    }
}
