import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.zip.CRC32;

/** Results that tell compact strings from others, checksums, and names from the locale data of java.base. */
public class Compact {
    public static void main(String[] args) {
        String[] texts = {"", "x", "bX", "\u00ff", "\u0178", "\u00b5", "\ud83d\ude00\uff21", "\ud801\udc00", "\ud801\udc28", "\ud83d", "b\ude00"};
        for (String a : texts) {
            StringBuilder row = new StringBuilder();
            for (String b : texts) row.append(a.compareToIgnoreCase(b)).append(' ').append(a.equalsIgnoreCase(b)).append(' ');
            System.out.println(row);
        }
        try {
            new StringBuilder(-3);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        CRC32 crc = new CRC32();
        System.out.println(crc.getValue());
        crc.update(200);
        crc.update(new byte[] {1, -2, 3, -4, 127}, 1, 3);
        System.out.println(crc.getValue());
        for (TextStyle style : new TextStyle[] {TextStyle.FULL, TextStyle.SHORT, TextStyle.NARROW}) {
            System.out.println(DayOfWeek.TUESDAY.getDisplayName(style, Locale.ENGLISH) + " " + Month.MAY.getDisplayName(style, Locale.US) + " " + Month.JUNE.getDisplayName(style, Locale.ROOT));
        }
    }
}
