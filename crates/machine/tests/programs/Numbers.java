import java.math.*;
import java.util.*;

public class Numbers {
    public static void main(String[] args) {
        System.out.println(Integer.toString(-255, 16) + Integer.toHexString(-1) + Integer.toBinaryString(10) + Integer.parseInt("-7f", 16) + Integer.reverse(5) + Integer.bitCount(255) + Integer.highestOneBit(100) + Integer.numberOfTrailingZeros(8) + Integer.MAX_VALUE + Integer.compare(1, 2) + Integer.toOctalString(8) + Integer.parseUnsignedInt("4294967295") + Integer.toUnsignedString(-1) + Integer.divideUnsigned(-1, 2));
        System.out.println(Long.toString(Long.MIN_VALUE) + Long.toHexString(-1L) + Long.parseLong("123456789012") + Long.numberOfLeadingZeros(1) + Long.bitCount(-1L) + Long.toUnsignedString(-1L) + Long.hashCode(1L << 33) + Long.remainderUnsigned(-1L, 10));
        double[] ds = {0.0, -0.0, 1.0, 0.1, 1e10, 1e-5, 123456789.123, 1e21, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, 1.0 / 3, 100, 1e7, 9999999.5, 2e-3, 0.30000000000000004};
        for (double d : ds) System.out.print(d + " " + (float) d + " " + (int) d + " " + (long) d + ";");
        System.out.println();
        System.out.println(Double.parseDouble("1.5e3") + " " + Float.parseFloat("3.14159") + " " + Double.toString(1e-300) + " " + Double.toHexString(1.1) + " " + Double.doubleToLongBits(1.5) + " " + Double.hashCode(2.5) + " " + Float.floatToIntBits(1f) + " " + Double.compare(0.0, -0.0) + " " + Double.valueOf("0x1.8p1") + " " + Double.MIN_NORMAL);
        System.out.println(Math.abs(-5) + " " + Math.max(1.0, -0.0) + " " + Math.min(-0.0, 0.0) + " " + Math.pow(2, 10) + " " + Math.sqrt(2) + " " + Math.floor(-1.5) + " " + Math.ceil(-1.5) + " " + Math.rint(2.5) + " " + Math.round(2.5) + " " + Math.round(-2.5) + " " + Math.round(1.4f) + " " + Math.floorMod(-7, 3) + " " + Math.floorDiv(-7, 3) + " " + Math.hypot(3, 4) + " " + Math.cbrt(27) + " " + Math.signum(-2.0) + " " + Math.toDegrees(Math.PI) + " " + Math.ulp(1.0) + " " + Math.nextUp(1.0) + " " + Math.copySign(1, -0.0) + " " + Math.getExponent(1000.0) + " " + Math.scalb(1.0, 4) + " " + Math.fma(2.0, 3.0, 1.0) + " " + Math.multiplyHigh(1L << 62, 8));
        System.out.println(StrictMath.sin(1) + " " + StrictMath.cos(1) + " " + StrictMath.tan(1) + " " + StrictMath.exp(1) + " " + StrictMath.log(10) + " " + StrictMath.log10(1000) + " " + StrictMath.atan2(1, 2) + " " + StrictMath.sinh(1) + " " + StrictMath.cosh(1) + " " + StrictMath.tanh(0.5) + " " + StrictMath.asin(0.5) + " " + StrictMath.acos(0.5) + " " + StrictMath.expm1(1e-5) + " " + StrictMath.log1p(1.5) + " " + StrictMath.IEEEremainder(5, 3));
        try { Math.addExact(Integer.MAX_VALUE, 1); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { Math.toIntExact(1L << 40); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { Math.multiplyExact(1L << 40, 1L << 40); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        BigInteger f = BigInteger.ONE;
        for (int i = 1; i <= 50; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.bitLength() + " " + f.mod(BigInteger.valueOf(1000007)) + " " + new BigInteger("123456789").pow(20) + " " + BigInteger.TWO.modPow(BigInteger.valueOf(100), BigInteger.valueOf(97)) + " " + f.gcd(BigInteger.valueOf(1 << 20)) + " " + f.sqrt() + " " + new BigInteger("-ff", 16) + " " + f.negate().shiftRight(100) + " " + BigInteger.valueOf(97).isProbablePrime(10) + " " + f.divide(BigInteger.valueOf(3).pow(30)) + f.toString(36) + f.hashCode());
        try { BigInteger.ONE.divide(BigInteger.ZERO); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        BigDecimal d = new BigDecimal("123.456");
        System.out.println(d.add(new BigDecimal("0.0004")) + " " + d.multiply(d) + " " + d.setScale(1, RoundingMode.HALF_UP) + " " + d.divide(new BigDecimal("7"), 20, RoundingMode.HALF_EVEN) + " " + d.negate().stripTrailingZeros() + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + d.compareTo(BigDecimal.TEN) + " " + d.precision() + d.scale() + " " + d.round(new MathContext(3)) + " " + d.remainder(BigDecimal.TEN) + d.doubleValue() + d.intValue() + new BigDecimal("2").sqrt(MathContext.DECIMAL64));
        try { BigDecimal.ONE.divide(new BigDecimal(3)); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        Random r = new Random(12345);
        System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextBoolean() + " " + r.nextGaussian() + " " + r.nextFloat() + " " + r.ints(5, 0, 10).sum());
        System.out.println(new SplittableRandom(7).nextInt(1000) + " " + new Random(1).doubles(3).sum());
        Integer a = 127, b = 127, c = 128, e = 128;
        System.out.println((a == b) + " " + (c == e) + " " + c.equals(e) + " " + a.hashCode() + Character.valueOf('x').compareTo('z') + Boolean.parseBoolean("TRUE") + Byte.parseByte("-12") + Short.valueOf((short) 5) + Long.valueOf(5).equals(5) + new Object().equals(null));
        System.out.println((char) ('a' + 1) + " " + (int) 'a' + " " + Character.isDigit('5') + Character.isLetter('\u00e9') + Character.isUpperCase('A') + Character.toUpperCase('b') + Character.getNumericValue('7') + Character.isWhitespace(' ') + Character.isLetterOrDigit('_') + Character.toChars(0x1F600).length + Character.digit('f', 16) + Character.forDigit(11, 16) + Character.isJavaIdentifierStart('$') + Character.toTitleCase('a') + Character.getType('a') + Character.isAlphabetic('z') + Character.toString(97) + Character.isSpaceChar('\u3000') + Character.isLetter('\u4e2d') + Character.toLowerCase('\u0130'));
        System.out.println(5 / 2 + " " + -5 / 2 + " " + -5 % 3 + " " + 5.5 % 2 + " " + (1 << 33) + " " + (-1 >>> 28) + " " + (-1L >>> 60) + " " + (byte) 300 + " " + (short) 70000 + " " + (char) 65.7 + " " + 0.1f + 0.2 + " " + 1.0 / 0 + " " + 0.0 / 0 + " " + Integer.MIN_VALUE / -1 + " " + Long.MIN_VALUE % -1 + " " + (int) Float.NaN + " " + (5 & 3 | 4 ^ 1) + " " + ~7);
    }
}
