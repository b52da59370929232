import cortado.Any;

// Nested finally blocks run from the inside out, whatever leaves them.
public class FinallyOrder {
    static String run(int way) {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 2; i++) {
            try {
                try {
                    if (way == 0) {
                        continue;
                    } else if (way == 1) {
                        break;
                    } else if (way == 2) {
                        throw new RuntimeException();
                    }
                    log.append('n');
                } finally {
                    log.append('a');
                }
            } catch (RuntimeException e) {
                log.append('c');
            } finally {
                log.append('b');
            }
        }
        return log.toString();
    }

    public static void main(String[] args) {
        int way = Any.anInt(0, 3);
        String log = run(way);
        assert way != 0 || log.equals("abab");
        assert way != 1 || log.equals("abab");
        assert way != 2 || log.equals("acbacb");
        assert way != 3 || log.equals("nabnab");
    }
}
