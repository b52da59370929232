import cortado.Any;

// Objects that are made on one side of a branch, and hold each other.
public class CreatedObjects {
    int value;
    CreatedObjects next;

    public static void main(String[] args) {
        CreatedObjects top = null;
        int pushed = 0;
        for (int i = 1; i <= 4; i++) {
            if (Any.anInt() == 3 * i) {
                CreatedObjects object = new CreatedObjects();
                object.value = i;
                object.next = top;
                top = object;
                pushed += i;
            }
        }
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            if (top != null) {
                sum += top.value;
                top = top.next;
            }
        }
        assert sum == pushed;
    }
}
