import cortado.Any;

// Which of two objects is changed depends on an input.
public class ChosenAccount {
    int balance = 100;

    void withdraw(int amount) {
        if (amount <= balance)
            balance -= amount;
    }

    public static void main(String[] args) {
        ChosenAccount mine = new ChosenAccount();
        ChosenAccount yours = new ChosenAccount();
        int order = 0;
        for (int i = 0; i < 2; i++) {
            boolean first = Any.aBoolean();
            ChosenAccount chosen = first ? mine : yours;
            chosen.withdraw(Any.anInt(0, 60));
            order = 2 * order + (first ? 1 : 0);
        }
        assert mine.balance >= 40 || yours.balance == 100;
    }
}
