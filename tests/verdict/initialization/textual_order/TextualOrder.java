// Static initialisers run in textual order; a field read too early through a method holds zero (JLS 12.4.2).
public class TextualOrder {
    static final int EARLY = peek();
    static int late = 5;

    static int peek() {
        return late;
    }

    public static void main(String[] args) {
        assert EARLY == 0;
        assert late == 5;
    }
}
