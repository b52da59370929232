import cortado.Any;
import java.util.List;

// The sum of all sales above a limit, after tax.
public class Sales {
    record Sale(String who, int amount) {}

    static int total(List<Sale> sales, int limit) {
        return sales.stream()
            .filter(s -> s.amount() > limit)
            .mapToInt(s -> s.amount() * 2)
            .sum();
    }

    public static void main(String[] args) {
        int a = Any.anInt(0, 100);
        int b = Any.anInt(0, 100);
        int limit = Any.anInt(25, 50);
        List<Sale> sales = List.of(new Sale("x", a), new Sale("y", b), new Sale("z", 10));
        int total = total(sales, limit);
        assert total >= 0 && total <= 400;
        assert a <= limit || total > 0;
        assert a <= limit || total > 50;
    }
}
