/** What `System.arraycopy` says when elements do not fit, and what it has copied until then. */
public class Copies {
    public static void main(String[] args) {
        copy(new Object[] {"a", 1, "b"}, new String[3]);
        copy(new Integer[] {1, 2}, new String[2]);
        copy(new Integer[] {null, null}, new String[2]);
        copy(new Object[] {"a", new int[0]}, new Comparable<?>[2]);
        copy(new int[2], new long[2]);
        copy(new int[2], new Object[2]);
        copy(new int[2][2], new Object[2]);
        copy("text", new char[4]);
        copy(new char[4], 5);
    }

    static void copy(Object from, Object to) {
        try {
            System.arraycopy(from, 0, to, 0, 2);
            System.out.println("copied");
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        if (to instanceof Object[] objects) {
            System.out.println(objects[0] instanceof int[] ? "int[]" : objects[0]);
        }
    }
}
