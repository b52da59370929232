    static long run(int a, int b, int c) {
        long r;
        try {
            r = f(a, b, c);
        } catch (E e) {
            r = 100 + e.code;
        } catch (ArithmeticException e) {
            r = 1;
        } catch (NullPointerException e) {
            r = 2;
        } catch (ArrayIndexOutOfBoundsException e) {
            r = 3;
        } catch (ClassCastException e) {
            r = 4;
        } catch (NegativeArraySizeException e) {
            r = 5;
        } catch (RuntimeException e) {
            r = 6;
        }
        return state(r);
    }
