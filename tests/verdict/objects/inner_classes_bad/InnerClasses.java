import cortado.Any;

// An inner object belongs to an outer one.
public class InnerClasses {
    private int total;

    class Adder {
        private int total = 100;

        void add(int n) {
            this.total += n;
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        InnerClasses outer = new InnerClasses();
        Adder a = outer.new Adder();
        Adder b = outer.new Adder();
        a.add(x);
        b.add(1);
        assert outer.total == x + 1;
        assert a.total == b.total || x != 1;
    }
}
