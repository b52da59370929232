// Two parameters of one class may be the same object.
public class Transfer {
    static final class Purse {
        private long coins;

        Purse(int coins) {
            this.coins = coins;
        }
    }

    static void move(Purse from, Purse to, int amount) {
        if (amount <= 0 || amount > from.coins) {
            return;
        }
        long before = from.coins;
        from.coins -= amount;
        to.coins += amount;
        assert from.coins < before;
    }
}
