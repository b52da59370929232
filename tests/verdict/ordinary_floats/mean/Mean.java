import cortado.Any;

// The mean of nothing is NaN, which is in no range.
public class Mean {
    static double mean(double[] values, int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) sum += values[i];
        return count == 0 ? 0 : sum / count;
    }

    public static void main(String[] args) {
        double[] values = {1.5, 2.5, 4};
        int count = Any.anInt();
        Any.assume(count >= 0 && count <= 3);
        double mean = mean(values, count);
        assert mean >= 0 && mean <= 4;
    }
}
