/** Multiplies two square matrices of doubles. */
public class MatrixProduct {
    public static void main(String[] a) {
        int size = a.length > 0 ? Integer.parseInt(a[0]) : 520;
        double[][] left = new double[size][size];
        double[][] right = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                left[i][j] = (i * 31 + j * 17) % 101 / 8.0;
                right[i][j] = (i * 13 + j * 7) % 97 / 4.0;
            }
        }
        double[][] product = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double sum = 0;
                for (int k = 0; k < size; k++) {
                    sum += left[i][k] * right[k][j];
                }
                product[i][j] = sum;
            }
        }
        long checksum = 0;
        for (double[] row : product) {
            for (double x : row) {
                checksum = checksum * 31 + Double.doubleToLongBits(x);
            }
        }
        System.out.println("checksum " + checksum);
    }
}
