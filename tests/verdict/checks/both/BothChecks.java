import cortado.Any;

// Both, spelled out.
public class BothChecks {
    static int share(int total, int people) {
        assert total > -1 : "nothing to share";
        return total / people;
    }

    public static void main(String[] args) {
        int total = Any.anInt();
        int people = Any.anInt();
        Any.assume(total >= 0 && total <= 100);
        Any.assume(people >= 1 && people <= 10);
        int each = share(total, people);
        System.out.println(each);
    }
}
