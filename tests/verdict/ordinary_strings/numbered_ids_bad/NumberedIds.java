import cortado.Any;

// An id is a prefix and a number, of which nothing is lost.
public class NumberedIds {
    public static void main(String[] args) {
        int number = Any.anInt();
        String id = "id" + number;
        assert id.length() >= 3 && id.length() <= 13;
        assert Integer.parseInt(id.substring(2)) == number;
        assert id.equals("id42") == (number == 24);
    }
}
