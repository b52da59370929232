import cortado.Any;

// Object.clone copies the fields and not what they refer to.
public class Clone implements Cloneable {
    int value;
    int[] data = {1};

    @Override
    protected Clone clone() {
        try {
            return (Clone) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        Clone a = new Clone();
        a.value = Any.anInt();
        Clone b = a.clone();
        b.value++;
        b.data[0] = 5;
        assert a.value != b.value;
        assert a.data[0] == 1;
    }
}
