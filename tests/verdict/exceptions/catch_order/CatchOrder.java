import cortado.Any;

// The first matching handler is taken; a multi-catch matches each of its types.
public class CatchOrder {
    static int classify(int k) {
        try {
            switch (k) {
                case 0:
                    throw new ArrayIndexOutOfBoundsException();
                case 1:
                    throw new StringIndexOutOfBoundsException();
                case 2:
                    throw new ArithmeticException();
                case 3:
                    throw new StackOverflowError();
                default:
                    return -1;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return 0;
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            return 1;
        } catch (RuntimeException e) {
            return 2;
        } catch (Throwable e) {
            return 3;
        }
    }

    public static void main(String[] args) {
        int k = Any.anInt(0, 4);
        int c = classify(k);
        assert k > 3 || c == (k == 0 ? 0 : k < 3 ? 1 : 3);
    }
}
