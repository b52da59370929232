// Static fields are as they are at first, and the verdict says so.
public class Counter {
    static int count = 1;

    static int next() {
        assert count > 0;
        return count++;
    }
}
