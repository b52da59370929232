import cortado.Any;

// Union-find with path compression.
public class Groups {
    private final int[] parent;
    private int groups;

    Groups(int n) {
        parent = new int[n];
        for (int i = 0; i < n; i++) {
            parent[i] = i;
        }
        groups = n;
    }

    int find(int x) {
        if (parent[x] != x) {
            parent[x] = find(parent[x]);
        }
        return parent[x];
    }

    void union(int a, int b) {
        int x = find(a);
        int y = find(b);
        if (a != b) {
            parent[x] = y;
            groups--;
        }
    }

    public static void main(String[] args) {
        Groups g = new Groups(4);
        g.union(0, 1);
        for (int i = 0; i < 2; i++) {
            g.union(Any.anInt(0, 3), Any.anInt(0, 3));
        }
        int roots = 0;
        for (int i = 0; i < 4; i++) {
            if (g.find(i) == i) {
                roots++;
            }
        }
        assert roots == g.groups;
    }
}
