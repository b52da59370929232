import cortado.Any;

// Small numbers as Roman numerals, and back.
public class RomanNumerals {
    static final int[] VALUES = {50, 40, 10, 9, 5, 4, 1};
    static final String[] SIGNS = {"L", "XL", "X", "IX", "V", "IV", "I"};

    static String toRoman(int number) {
        StringBuilder roman = new StringBuilder();
        for (int i = 0; i < VALUES.length; i++) {
            while (number >= VALUES[i]) {
                roman.append(SIGNS[i]);
                number -= VALUES[i];
            }
        }
        return roman.toString();
    }

    static int value(char sign) {
        switch (sign) {
            case 'I': return 1;
            case 'V': return 5;
            case 'X': return 10;
            default: return 50;
        }
    }

    static int fromRoman(String roman) {
        int sum = 0;
        for (int i = 0; i < roman.length(); i++) {
            int here = value(roman.charAt(i));
            boolean smaller = i + 1 < roman.length() && here <= value(roman.charAt(i + 1));
            sum += smaller ? -here : here;
        }
        return sum;
    }

    public static void main(String[] args) {
        int number = Any.anInt(1, 60);
        assert fromRoman(toRoman(number)) == number;
    }
}
