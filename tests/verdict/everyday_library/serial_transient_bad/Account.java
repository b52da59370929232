import java.io.*;
import java.util.*;

/** A copy by serialization restores what is transient, and refuses what is not valid. */
public class Account implements Serializable {
    private static final long serialVersionUID = 3L;
    private final String owner;
    private final int cents;
    private final List<Integer> history = new ArrayList<>();
    private transient String label;

    Account(String owner, int cents) {
        this.owner = owner;
        this.cents = cents;
        history.add(cents);
        label = owner + ":" + cents;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        if (cents < 0) {
            throw new InvalidObjectException("negative");
        }
        history.set(0, cents);
    }

    static Account copy(Account account) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(account);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (Account) in.readObject();
        }
    }

    public static void main(String[] args) throws IOException, ClassNotFoundException {
        Account account = new Account("ann", cortado.Any.anInt());
        try {
            Account copy = copy(account);
            assert copy != account && copy.cents == account.cents && copy.cents >= 0;
            assert copy.history.equals(account.history);
            assert copy.label != null && copy.label.length() >= 5;
        } catch (InvalidObjectException e) {
            assert account.cents < 0;
        }
    }
}
