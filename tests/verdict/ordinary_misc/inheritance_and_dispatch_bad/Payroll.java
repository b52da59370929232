import cortado.Any;

// Salaries by kind of employee: abstract methods, super calls, protected state.
public class Payroll {
    abstract static class Employee {
        protected final int base;

        Employee(int base) {
            this.base = base;
        }

        int pay() {
            return base + bonus();
        }

        protected abstract int bonus();
    }

    static class Clerk extends Employee {
        Clerk(int base) {
            super(base);
        }

        @Override
        protected int bonus() {
            return 0;
        }
    }

    static class Manager extends Clerk {
        private final int reports;

        Manager(int base, int reports) {
            super(base);
            this.reports = reports;
        }

        @Override
        protected int bonus() {
            return super.bonus() + 100 * reports;
        }

        @Override
        int pay() {
            return Math.min(super.pay(), 10_001);
        }
    }

    public static void main(String[] args) {
        int base = Any.anInt(1_000, 5_000);
        int reports = Any.anInt(0, 100);
        Employee[] staff = {new Clerk(base), new Manager(base, reports)};
        int total = 0;
        for (Employee e : staff) {
            assert e.pay() >= e.base;
            total += e.pay();
        }
        assert total <= 15_000;
        assert total >= 2 * base;
    }
}
