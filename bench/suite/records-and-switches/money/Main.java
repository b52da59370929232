import org.sosy_lab.sv_benchmarks.Verifier;

/** Amounts of money as records: equal amounts are equal, and taxes are rounded the right way. */
public class Main {
    enum Rate { FULL, REDUCED, NONE }

    record Money(long cents) {
        Money {
            if (cents < 0) {
                throw new IllegalArgumentException("negative");
            }
        }

        Money plus(Money other) {
            return new Money(cents + other.cents);
        }
    }

    static Money tax(Money price, Rate rate) {
        int percent = switch (rate) {
            case FULL -> 19;
            case REDUCED -> 7;
            case NONE -> 0;
        };
        return new Money((price.cents() * percent + 50) / 100);
    }

    public static void main(String[] args) {
        int cents = Verifier.nondetInt();
        Verifier.assume(cents >= 0 && cents <= 100_000);
        int choice = Verifier.nondetInt();
        Verifier.assume(choice >= 0 && choice < Rate.values().length);
        Rate rate = Rate.values()[choice];
        Money price = new Money(cents);
        Money total = price.plus(tax(price, rate));
        assert total.cents() >= price.cents();
        assert rate != Rate.NONE || total.equals(price);
        assert total.cents() <= price.cents() * 2;
    }
}
