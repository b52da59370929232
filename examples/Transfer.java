import cortado.Any;

/** A harness: main makes its own inputs with Any, restricts them with assume and states what must hold. */
public class Transfer {
  private long balance;

  Transfer(long balance) {
    this.balance = balance;
  }

  /** Moves money out, a fee of 1 included. */
  boolean withdraw(int amount) {
    if (amount <= 0 || amount > balance) {
      return false;
    }
    balance -= amount + 1;
    return true;
  }

  public static void main(String[] args) {
    long before = Any.aLong();
    Any.assume(before >= 0 && before < 1_000_000);
    Transfer account = new Transfer(before);
    account.withdraw(Any.anInt());
    assert account.balance >= 0 : "overdrawn";
  }
}
