import cortado.Any;

// A conflict of two default methods is resolved by naming one of them.
public class DefaultConflict {
    interface Left {
        default int pick(int x) {
            return x - 1;
        }
    }

    interface Right {
        default int pick(int x) {
            return x + 1;
        }
    }

    static class Both implements Left, Right {
        @Override
        public int pick(int x) {
            return Left.super.pick(x);
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt(-100, 100);
        assert new Both().pick(x) > x;
    }
}
