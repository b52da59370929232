import org.sosy_lab.sv_benchmarks.Verifier;

/** A vending machine: what goes in is what was sold, what came back and what is still inside. */
public class Main {
    private int credit;
    private int sold;
    private int returned;
    private int stock = 2;

    void insert(int coin) {
        if (coin == 10 || coin == 20 || coin == 50) {
            credit += coin;
        } else {
            returned += coin;
        }
    }

    void choose() {
        if (stock > 0 && credit >= 30) {
            stock--;
            credit -= 30;
            sold += 30;
        }
    }

    void cancel() {
        returned += credit;
        if (credit != 40) {
            credit = 0;
        }
    }

    public static void main(String[] args) {
        Main machine = new Main();
        int inserted = 0;
        for (int i = 0; i < 4; i++) {
            switch (Verifier.nondetByte()) {
                case 0:
                    int coin = Verifier.nondetByte();
                    Verifier.assume(coin > 0);
                    inserted += coin;
                    machine.insert(coin);
                    break;
                case 1:
                    machine.choose();
                    break;
                default:
                    machine.cancel();
            }
            assert inserted == machine.credit + machine.sold + machine.returned;
            assert machine.credit >= 0 && machine.stock >= 0;
        }
    }
}
