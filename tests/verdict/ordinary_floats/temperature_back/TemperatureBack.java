import cortado.Any;

// There and back again is only nearly where it began.
public class TemperatureBack {
    public static void main(String[] args) {
        int celsius = Any.anInt();
        Any.assume(celsius >= -50 && celsius <= 50);
        double fahrenheit = celsius * 1.8 + 32;
        double back = (fahrenheit - 32) / 1.8;
        assert Math.round(back) == celsius;
    }
}
