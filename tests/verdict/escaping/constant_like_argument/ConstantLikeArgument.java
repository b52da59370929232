public class ConstantLikeArgument {
    private final String limit = "x12";

    public int limit(int radix) {
        return radix == 10 ? Integer.parseInt(limit) : 0;
    }
}
