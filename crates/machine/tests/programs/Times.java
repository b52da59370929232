import java.time.*;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Times {
    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 2, 28);
        System.out.println(d.plusDays(2) + " " + d.isLeapYear() + d.getDayOfWeek() + d.withMonth(5).lengthOfMonth() + " " + ChronoUnit.DAYS.between(d, LocalDate.of(2025, 1, 1)) + d.isBefore(d.plusYears(1)) + d.getDayOfYear() + LocalDate.ofEpochDay(10000) + LocalDate.parse("2020-01-02"));
        System.out.println(Duration.ofSeconds(3661).plusMillis(5) + " " + Period.between(d, LocalDate.of(2025, 12, 25)) + LocalTime.of(10, 30).plusMinutes(45) + LocalDateTime.of(2020, 1, 1, 0, 0).minusSeconds(1) + Instant.ofEpochSecond(1_000_000_000L) + DayOfWeek.MONDAY.plus(10) + Year.isLeap(1900) + ZoneOffset.ofHours(2));
        try { LocalDate.of(2023, 2, 29); } catch (DateTimeException e) { System.out.println(e.getMessage()); }
        System.out.println(IntStream.rangeClosed(1, 10).filter(i -> i % 2 == 1).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]")));
        System.out.println(Stream.of("apple", "bob", "cat", "apricot").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting())).toString());
        System.out.println(Stream.iterate(1, x -> x * 2).limit(10).reduce(0, Integer::sum) + " " + IntStream.of(3, 1, 2).sorted().boxed().collect(Collectors.toList()) + Stream.of(1, 2, 3, 4).collect(Collectors.partitioningBy(x -> x > 2)) + Stream.of(List.of(1), List.of(2, 3)).flatMap(List::stream).map(x -> x + 1).toList());
        System.out.println(DoubleStream.of(1, 2, 3).average().getAsDouble() + " " + IntStream.range(0, 5).summaryStatistics() + Stream.of("b", "a", "b").distinct().sorted(Comparator.reverseOrder()).toList() + Arrays.stream(new String[] {"x", "y"}).anyMatch("y"::equals) + Stream.of(1, 2, 3).mapToInt(Integer::intValue).max().getAsInt() + Stream.of("k1", "k2").collect(Collectors.toMap(Function.identity(), String::length)));
        Function<Integer, Integer> f = x -> x + 1; System.out.println(f.andThen(x -> x * 2).compose((Integer x) -> x - 3).apply(10)); Supplier<List<String>> sup = ArrayList::new; System.out.println(sup.get()); BiFunction<Integer, Integer, Integer> add = Integer::sum; System.out.println(add.apply(1, 2)); UnaryOperator<String> up = String::toUpperCase; System.out.println(up.apply("q")); Predicate<String> p = String::isEmpty; System.out.println(p.negate().or(p).test(""));
    }
}
