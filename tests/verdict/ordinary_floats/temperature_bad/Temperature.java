import cortado.Any;

// Absolute zero is -459.67 degrees Fahrenheit.
public class Temperature {
    static double toFahrenheit(double celsius) {
        return celsius * 9 / 5 + 32;
    }

    public static void main(String[] args) {
        double celsius = Any.aDouble();
        Any.assume(celsius >= -273.15 && celsius <= 1000);
        double fahrenheit = toFahrenheit(celsius);
        assert fahrenheit > -459.66 && fahrenheit <= 1832;
    }
}
