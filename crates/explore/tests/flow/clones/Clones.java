import java.util.*;

public class Clones {
    static class Leaf { int n; Leaf(int n) { this.n = n; } int value() { return n; } }
    static class Tree implements Cloneable {
        Leaf leaf = new Leaf(1);
        Leaf[] leaves = {new Leaf(2), new Leaf(3)};
        List<Leaf> list = new ArrayList<>();
        @Override public Tree clone() {
            try { Tree t = (Tree) super.clone(); t.own(); t.leaves = leaves.clone(); return t; }
            catch (CloneNotSupportedException e) { throw new AssertionError(e); }
        }
        void own() { list = new ArrayList<>(list); }
    }
    static class Big extends Tree { @Override void own() { leaf.value(); super.own(); } }

    static class Own extends LinkedHashMap<String, Leaf> {
        @Override protected boolean removeEldestEntry(Map.Entry<String, Leaf> e) { return e.getValue().value() < big(); }
        int big() { return -1; }
    }

    public static void main(String[] args) {
        Tree tree = new Tree();
        tree.list.add(new Leaf(4));
        Tree copy = tree.clone();
        copy.leaf.value();
        copy.leaves[1].value();
        copy.list.get(0).value();
        copy.own();
        Tree big = new Big().clone();
        big.own();
        big.leaves[0].value();
        Leaf[][] grid = new Leaf[2][2];
        for (Leaf[] row : grid) Arrays.fill(row, new Leaf(5));
        Leaf[][] same = grid.clone();
        same[0][1].value();
        Leaf[][] rows = {{new Leaf(6)}, grid[0].clone()};
        rows[1][0].value();
        ArrayList<Leaf> list = new ArrayList<>();
        list.add(new Leaf(7));
        @SuppressWarnings("unchecked") ArrayList<Leaf> other = (ArrayList<Leaf>) list.clone();
        other.get(0).value();
        HashMap<String, Leaf> map = new HashMap<>();
        map.put("k", new Leaf(9));
        @SuppressWarnings("unchecked") HashMap<String, Leaf> twin = (HashMap<String, Leaf>) map.clone();
        twin.entrySet().iterator().next().getValue().value();
        Own own = new Own();
        own.put("o", new Leaf(10));
        ((Own) own.clone()).get("o").value();
        Spliterator<Leaf> split = list.stream().spliterator();
        split.tryAdvance(l -> l.value());
        Object[] mixed = {new Leaf(8), "text", 3};
        Object[] more = Arrays.copyOfRange(mixed, 0, 2);
        ((Leaf) more[0]).value();
        int[] numbers = {3, 1, 2};
        int[] sorted = numbers.clone();
        Arrays.sort(sorted);
        Object o = sorted;
        System.out.println(((int[]) o)[0]);
    }
}
