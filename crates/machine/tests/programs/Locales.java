import java.util.*;
public class Locales { public static void main(String[] args) {
        Scanner sc = new Scanner("1 2.5 word\nsecond line\n7");
        System.out.println(sc.nextInt() + " " + sc.nextDouble() + " " + sc.next() + sc.nextLine() + "|" + sc.nextLine() + "|" + sc.hasNextInt() + sc.nextInt() + sc.hasNext());

  System.out.println(new java.text.DecimalFormat("#,##0.00").format(1234567.891) + " " + java.text.NumberFormat.getInstance().format(12345.678));
  System.out.println(java.time.LocalDate.of(2024,2,3).format(java.time.format.DateTimeFormatter.ofPattern("yyyy/MM/dd")));
}}
