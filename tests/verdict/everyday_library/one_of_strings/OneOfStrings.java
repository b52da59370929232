import cortado.Any;

// Values of any type: a plan of a subscription.
public class OneOfStrings {
    static int price(String plan) {
        switch (plan) {
            case "free": return 0;
            case "basic": return 5;
            default: return 20;
        }
    }

    public static void main(String[] args) {
        String plan = Any.oneOf("free", "basic", "pro");
        int months = Any.oneOf(1, 6, 12);
        int total = price(plan) * months;
        assert total <= 240; // here
    }
}
