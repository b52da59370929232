/** Builds strings with a builder and with concatenation, and reads them back character by character. */
public class StringBuilding {
    public static void main(String[] a) {
        int size = a.length > 0 ? Integer.parseInt(a[0]) : 160_000;
        long checksum = 0;
        StringBuilder builder = new StringBuilder();
        for (int i = 0; i < size; i++) {
            builder.append(i).append(':').append((char) ('a' + i % 26)).append(i * 0x9E3779B9L).append(',');
            if (builder.length() > 400) {
                String text = builder.toString();
                for (int k = 0; k < text.length(); k++) {
                    checksum = checksum * 31 + text.charAt(k);
                }
                checksum += text.indexOf("z") + text.substring(text.length() / 2).hashCode();
                builder.setLength(0);
            }
            String name = "item" + i + "/" + (i & 1023);
            checksum += name.hashCode() + name.length();
        }
        System.out.println("checksum " + checksum);
    }
}
