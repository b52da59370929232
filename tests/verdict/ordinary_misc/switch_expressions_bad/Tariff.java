// The fare by zone and age, with switch expressions.
public class Tariff {
    enum Zone { CITY, SUBURB, COUNTRY }

    static int fare(int zone, int age) {
        if (zone < 0 || zone > 2 || age < 0) {
            throw new IllegalArgumentException();
        }
        int base = switch (Zone.values()[zone]) {
            case CITY -> 200;
            case SUBURB -> 300;
            case COUNTRY -> {
                int extra = age % 2;
                yield 500 + extra;
            }
        };
        int percent = switch (age / 10) {
            case 0 -> 0;
            case 1 -> 50;
            case 6, 7, 8, 9 -> 60;
            default -> age >= 100 ? 10 : 100;
        };
        int fare = base * percent / 100;
        assert fare >= 0 && fare <= 501;
        assert age >= 10 || fare == 0;
        assert fare != 20 || age < 100;
        return fare;
    }
}
