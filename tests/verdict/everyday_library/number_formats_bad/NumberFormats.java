import java.math.RoundingMode;
import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.ParseException;
import java.util.Locale;

// Patterns, percentages, rounding, parsing, messages.
public class NumberFormats {
    public static void main(String[] args) throws ParseException {
        assert new DecimalFormat("#,##0.00").format(1234567.891).equals("1,234,567.89");
        assert new DecimalFormat("000").format(7).equals("007");
        assert NumberFormat.getPercentInstance(Locale.US).format(0.256).equals("26%");
        NumberFormat format = NumberFormat.getInstance(Locale.US);
        assert format.parse("1,234.5").doubleValue() == 1234.5;
        format.setMaximumFractionDigits(1);
        format.setRoundingMode(RoundingMode.HALF_UP);
        assert format.format(2.25).equals("2.2");
        assert new ChoiceFormat("0#none|1#one|2#many").format(5).equals("many");
        assert MessageFormat.format("{0} has {1} items", "Bob", 1200).equals("Bob has 1,200 items");
    }
}
