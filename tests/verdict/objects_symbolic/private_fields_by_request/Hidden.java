// With --lazy a private field may hold anything, whatever the constructor says.
public class Hidden {
    private int count = 1;

    public void check() {
        assert count == 0 || count != 0;
    }
}
