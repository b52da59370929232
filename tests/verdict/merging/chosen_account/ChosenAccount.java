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
        for (int i = 0; i < 3; i++) {
            ChosenAccount chosen = Any.aBoolean() ? mine : yours;
            chosen.withdraw(Any.anInt(0, 60));
        }
        assert mine.balance >= 0 && yours.balance >= 0;
        assert mine.balance + yours.balance >= 20;
    }
}
