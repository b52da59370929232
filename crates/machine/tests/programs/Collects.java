import java.util.*;
import java.util.concurrent.*;

public class Collects {
    enum Color { RED, GREEN, BLUE }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) list.add(i * 7 % 11);
        Collections.sort(list);
        System.out.println(list + " " + list.indexOf(5) + " " + list.contains(100) + " " + Collections.binarySearch(list, 6));
        list.removeIf(x -> x % 2 == 0);
        list.remove(Integer.valueOf(5));
        list.remove(0);
        list.sort(Comparator.reverseOrder());
        System.out.println(list + " " + list.subList(1, 3) + " " + Collections.max(list) + Collections.min(list) + Collections.frequency(list, 3));
        try { for (Integer i : list) if (i == 7) list.add(1); } catch (ConcurrentModificationException e) { System.out.println("CME"); }
        try { list.get(100); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { List.of(1, 2).add(3); } catch (UnsupportedOperationException e) { System.out.println("UOE " + e.getMessage()); }
        Map<String, Integer> map = new HashMap<>();
        for (String w : "the quick brown fox jumps over the lazy dog the end".split(" ")) map.merge(w, 1, Integer::sum);
        System.out.println(map + " " + map.getOrDefault("cat", -1) + " " + map.keySet().size() + map.containsValue(3));
        Map<String, Integer> tree = new TreeMap<>(map);
        System.out.println(tree + " " + ((TreeMap<String, Integer>) tree).firstKey() + ((TreeMap<String, Integer>) tree).headMap("fox") + ((TreeMap<String, Integer>) tree).ceilingKey("g"));
        Map<String, List<Integer>> multi = new LinkedHashMap<>();
        for (int i = 0; i < 6; i++) multi.computeIfAbsent("k" + i % 3, k -> new ArrayList<>()).add(i);
        System.out.println(multi);
        LinkedHashMap<Integer, String> lru = new LinkedHashMap<>(4, 0.75f, true) {
            protected boolean removeEldestEntry(Map.Entry<Integer, String> e) { return size() > 3; }
        };
        for (int i = 0; i < 5; i++) { lru.put(i, "v" + i); lru.get(2); }
        System.out.println(lru);
        Set<String> set = new HashSet<>(Arrays.asList("b", "a", "c", "a"));
        set.retainAll(Set.of("a", "c", "z"));
        System.out.println(set + " " + new TreeSet<>(Arrays.asList(3, 1, 2)).descendingSet());
        Deque<Integer> dq = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) { dq.addFirst(i); dq.addLast(-i); }
        dq.pollFirst(); dq.pop();
        System.out.println(dq + " " + dq.peekLast());
        PriorityQueue<String> pq = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        pq.addAll(List.of("ccc", "a", "bb", "aaa", "b"));
        StringBuilder sb = new StringBuilder();
        while (!pq.isEmpty()) sb.append(pq.poll()).append(' ');
        System.out.println(sb);
        LinkedList<Integer> ll = new LinkedList<>(List.of(1, 2, 3));
        ll.add(1, 9); ll.removeLast(); ListIterator<Integer> it = ll.listIterator(); it.next(); it.set(42);
        System.out.println(ll);
        EnumMap<Color, Integer> em = new EnumMap<>(Color.class);
        em.put(Color.BLUE, 3); em.put(Color.RED, 1);
        System.out.println(em + " " + EnumSet.complementOf(EnumSet.of(Color.RED)) + " " + Color.valueOf("GREEN").ordinal() + Arrays.toString(Color.values()));
        try { Color.valueOf("PINK"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        BitSet bs = new BitSet(); bs.set(3); bs.set(70); bs.flip(1, 5);
        System.out.println(bs + " " + bs.cardinality() + " " + bs.nextSetBit(5));
        ConcurrentHashMap<String, Integer> chm = new ConcurrentHashMap<>();
        for (int i = 0; i < 100; i++) chm.merge("k" + i % 17, i, Integer::sum);
        System.out.println(chm.size() + " " + chm.get("k3") + " " + new TreeMap<>(chm));
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(List.of(1, 2)); cow.add(3); System.out.println(cow);
        ConcurrentLinkedQueue<Integer> clq = new ConcurrentLinkedQueue<>(); clq.add(1); clq.add(2); System.out.println(clq.poll() + " " + clq);
        ConcurrentSkipListMap<Integer, String> sk = new ConcurrentSkipListMap<>(); sk.put(2, "b"); sk.put(1, "a"); System.out.println(sk);
        int[] a = {5, 3, 1, 4};
        int[] b = Arrays.copyOf(a, 6);
        Arrays.sort(a); System.out.println(Arrays.toString(a) + Arrays.toString(b) + Arrays.equals(a, b) + Arrays.hashCode(a) + Arrays.asList(1, 2) + Arrays.stream(a).sum() + Arrays.binarySearch(a, 4));
        Integer[] boxed = {3, 1, 2}; Arrays.sort(boxed, Collections.reverseOrder()); System.out.println(Arrays.toString(boxed) + Arrays.deepToString(new int[][] {{1}, {2, 3}}));
        long[] la = new long[5]; Arrays.fill(la, 7L); System.out.println(Arrays.toString(la) + Arrays.equals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}) + Arrays.compare(new int[] {1, 2, 3}, new int[] {1, 2, 4}) + Arrays.mismatch(new long[] {1, 2}, new long[] {1, 3}));
        Collections.reverse(list); Collections.swap(list, 0, 1); Collections.shuffle(list, new Random(42)); System.out.println(list + " " + Collections.nCopies(3, "x") + Collections.emptyList() + Collections.unmodifiableList(list).size());
        Iterator<Map.Entry<String, Integer>> mi = map.entrySet().iterator(); int n = 0; while (mi.hasNext()) { if (mi.next().getValue() == 1) mi.remove(); n++; } System.out.println(n + " " + map);
        WeakHashMap<String, Integer> weak = new WeakHashMap<>(); weak.put("k", 1); System.out.println(weak);
        IdentityHashMap<String, Integer> id = new IdentityHashMap<>(); id.put("a", 1); id.put("a", 2); System.out.println(id.size());
        Optional<String> o = Optional.of("x"); System.out.println(o.map(x -> x + "y").orElse("z") + Optional.empty() + o.isPresent() + OptionalInt.of(3));
        try { Optional.empty().get(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { new ArrayDeque<>().pop(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { new ArrayList<>().iterator().next(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { Map.of("a", 1, "a", 2); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { List.of(1, null); } catch (NullPointerException e) { System.out.println("npe"); }
        Stack<Integer> st = new Stack<>(); st.push(1); st.push(2); System.out.println(st.pop() + " " + st + new Vector<>(List.of(1)) + new Hashtable<>(Map.of(1, 2)));
        System.out.println(new Properties().getProperty("x", "def") + Objects.hash(1, 2, "a") + Objects.equals(null, null) + Objects.toString(null, "d"));
    }
}
