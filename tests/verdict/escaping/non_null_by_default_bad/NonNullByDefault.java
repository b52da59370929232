// Reference parameters are not null unless --nullable is given.
public class NonNullByDefault {
    public static int twice(Integer x) {
        Integer y = x > 10 ? x : null;
        return 2 * y;
    }
}
