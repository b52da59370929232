import java.util.*;

/** Objects of the program behind wrappers of the library's. */
public class Wrappers {
    static class Numbers extends AbstractList<Item> {
        private final Item[] items;
        Numbers(Item... items) { this.items = items; }
        @Override public Item get(int i) { return items[i].touch(); }
        @Override public int size() { return items.length; }
        @Override public Item set(int i, Item item) { Item old = items[i]; items[i] = item.touch(); return old; }
    }

    static class Item implements Comparable<Item> {
        final int n;
        Item(int n) { this.n = n; }
        Item touch() { return this; }
        @Override public int compareTo(Item other) { return helper(n, other.touch().n); }
        static int helper(int a, int b) { return a - b; }
        @Override public boolean equals(Object o) { return o instanceof Item i && same(i); }
        boolean same(Item i) { return i.n == n; }
        @Override public int hashCode() { return code(); }
        int code() { return n; }
        @Override public String toString() { return text(); }
        String text() { return "item " + n; }
    }

    static class Backwards implements Comparator<Item> {
        @Override public int compare(Item a, Item b) { return b.compareTo(a); }
    }

    public static void main(String[] args) {
        List<Item> own = new Numbers(new Item(3), new Item(1), new Item(2));
        List<Item> fixed = Collections.unmodifiableList(own);
        int sum = 0;
        for (Item item : fixed) sum += item.touch().n;
        Collections.sort(own);
        own.sort(new Backwards());
        List<Item> part = Collections.synchronizedList(own).subList(0, 2);
        part.get(1).touch();
        ListIterator<Item> backwards = own.listIterator(2);
        backwards.previous().touch();
        List<Item> array = Arrays.asList(new Item(9), new Item(8));
        array.set(0, new Item(7)).touch();
        array.iterator().next().touch();
        Set<Item> tree = new TreeSet<>(new Backwards());
        tree.addAll(array);
        tree.iterator().next().touch();
        Map<Item, List<Item>> map = new HashMap<>();
        map.computeIfAbsent(new Item(1), k -> new ArrayList<>(own)).get(0).touch();
        map.get(new Item(1)).get(1).touch();
        map.keySet().iterator().next().touch();
        for (List<Item> list : map.values()) list.get(0).touch();
        for (Map.Entry<Item, List<Item>> entry : map.entrySet()) entry.getKey().touch();
        Queue<Item> queue = new PriorityQueue<>(Comparator.comparing((Item i) -> i.touch().n).reversed());
        queue.add(new Item(4));
        queue.offer(new Item(5));
        queue.poll().touch();
        Deque<Item> deque = new ArrayDeque<>(queue);
        deque.peek().touch();
        Optional<Item> maybe = Optional.of(new Item(6)).filter(i -> i.touch().n > 0);
        maybe.get().touch();
        Object[] plain = own.toArray();
        ((Item) plain[0]).touch();
        Item[] typed = own.toArray(new Item[0]);
        typed[0].touch();
        Item[] copy = Arrays.copyOf(typed, 2);
        copy[1].touch();
        System.arraycopy(new Object[] {new Item(11)}, 0, plain, 0, 1);
        ((Item) plain[0]).touch();
        Object held = new Object[] {new ArrayList<>(List.of(new Item(12)))};
        ((Item) ((List<?>) ((Object[]) held)[0]).get(0)).touch();
        Iterator<Item> none = Collections.<Item>emptyList().iterator();
        none.hasNext();
        List.of().iterator().hasNext();
        Collections.singletonList(new Item(13)).get(0).touch();
        Map<String, Item> small = Map.of("a", new Item(14));
        small.get("a").touch();
        Collections.max(own).touch();
        Collections.max(own, new Backwards()).touch();
        String.valueOf(own);
        System.out.println(sum + " " + map);
    }
}
