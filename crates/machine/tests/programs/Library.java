import java.util.*;
import java.util.function.*;
import java.util.stream.*;
import java.math.*;
public class Library {
    static void p(Object o) { System.out.println(o); }
    interface T { void run() throws Throwable; }
    static void t(String n, T r) {
        try { r.run(); } catch (Throwable e) {
            p(n + " threw " + e.getClass().getName() + (e instanceof NullPointerException ? "" : ": " + e.getMessage()));
        }
    }
    public static void main(String[] args) {
        t("strict", () -> {
            for (double d = -4; d < 4; d += 0.37) p(StrictMath.sin(d) + " " + StrictMath.exp(d) + " " + StrictMath.pow(2, d) + " " + StrictMath.acos(d / 5) + StrictMath.tanh(d));
        });
        t("bigdec", () -> {
            p(new BigDecimal("10").divide(new BigDecimal("3"), 20, RoundingMode.HALF_EVEN));
            p(new BigDecimal("1.10").equals(new BigDecimal("1.1")) + " " + new BigDecimal("1.10").hashCode() + new BigDecimal(0.1));
            p(BigInteger.TWO.pow(200).mod(BigInteger.valueOf(97)) + " " + new BigInteger("123456789012345678901234567890").multiply(new BigInteger("-987654321")).toString(36));
            p(new BigDecimal("12345.678").setScale(1, RoundingMode.FLOOR).toEngineeringString() + new BigDecimal("1E+10").toPlainString());
            new BigDecimal(1).divide(new BigDecimal(3));
        });
        t("stream", () -> {
            p(Stream.of("a", "bb", "cc", "ddd").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.mapping(String::toUpperCase, Collectors.joining("|")))));
            p(IntStream.rangeClosed(1, 20).boxed().collect(Collectors.partitioningBy(x -> x % 3 == 0, Collectors.summingInt(x -> x))));
            p(IntStream.range(0, 10).summaryStatistics());
            p(Stream.iterate(1, x -> x * 2).limit(10).reduce(0, Integer::sum));
            p(Arrays.stream(new int[]{3, 1, 2}).sorted().mapToObj(Integer::toString).collect(Collectors.toList()));
            p(Stream.of(1, 2, 3, 4).flatMap(x -> Stream.of(x, -x)).map(String::valueOf).collect(Collectors.joining(",", "[", "]")));
            p(DoubleStream.of(1.5, 2.5).average().getAsDouble());
            p(Stream.of("x", "y").collect(Collectors.toMap(x -> x, String::hashCode)));
            p(IntStream.range(0, 1000).filter(x -> x % 7 == 0).count());
            Stream.of("k", "k").collect(Collectors.toMap(x -> x, x -> 1));
        });
        t("distinct", () -> {
            p(Stream.of(5, 3, 5, 1).distinct().sorted(Comparator.reverseOrder()).skip(1).peek(x -> p("peek" + x)).anyMatch(x -> x < 2));
            p(Stream.of("b", "a").min(Comparator.naturalOrder()).get());
            p(Collections.nCopies(3, "z").stream().collect(Collectors.collectingAndThen(Collectors.toList(), List::size)));
            p(Stream.of(1,2,3,4,5).takeWhile(x -> x < 4).dropWhile(x -> x < 2).toList());
            p("hello".chars().mapToObj(c -> (char) c).map(String::valueOf).collect(Collectors.toCollection(LinkedList::new)));
        });
        t("regex", () -> {
            p("a1b22c333".replaceAll("[0-9]+", "<$0>"));
            p(Arrays.toString("a,b;;c".split("[,;]")));
            var m = java.util.regex.Pattern.compile("(?<k>\\w+)=(\\d+)").matcher("x=1, yy=22");
            while (m.find()) p(m.group("k") + m.group(2) + m.start());
            p("AbC".matches("(?i)abc"));
            p("aaa".replaceFirst("a{2}", "\\$"));
            java.util.regex.Pattern.compile("(");
        });
        t("chars", () -> {
            p(Character.isLetter('é') + " " + Character.toUpperCase('ß') + Character.getNumericValue('7') + Character.isWhitespace('\u00a0') + Character.toChars(0x1F600).length + Character.getType('A') + Character.isJavaIdentifierStart('$') + Character.digit('f', 16) + Character.toTitleCase('ǆ'));
            p("straße".toUpperCase());
            p(new StringBuilder("a😀b").reverse().length() + " " + "a😀b".codePointCount(0, 4) + "a😀b".codePointAt(1));
            p("  x ".strip() + "|" + "ab".repeat(3) + " ".isBlank() + "a\nb\n".lines().count() + "b".compareTo("abc") + "a".compareToIgnoreCase("B") + "Hello".indexOf("l", 3) + "x".concat("y") + String.join("-", List.of("p", "q")) + "abc".contains("bc"));
        });
        t("sb", () -> {
            StringBuilder sb = new StringBuilder();
            sb.append(1).append('c').append(2.5f).append(true).append((Object) null).append(new char[]{'x', 'y'}).insert(0, "i").deleteCharAt(1).replace(0, 1, "RRR").setCharAt(0, 'é');
            p(sb);
            sb.setLength(2);
            p(sb + "|" + sb.capacity());
            sb.append('中').insert(1, 3.0);
            p(sb + " " + sb.indexOf("中") + sb.length());
            sb.deleteCharAt(99);
        });
        t("rand", () -> {
            Random r = new Random(42);
            p(r.nextInt() + " " + r.nextInt(10) + " " + r.nextDouble() + " " + r.nextGaussian() + " " + r.nextLong() + " " + r.nextBoolean() + " " + r.nextFloat() + r.ints(3, 0, 5).boxed().toList());
            List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4, 5));
            Collections.shuffle(l, new Random(7));
            p(l);
            p(new SplittableRandom(5).nextInt(100));
        });
        t("colls", () -> {
            BitSet bs = new BitSet();
            bs.set(3);
            bs.set(70);
            p(bs + " " + bs.cardinality());
            var em = new EnumMap<Thread.State, Integer>(Thread.State.class);
            em.put(Thread.State.NEW, 1);
            p(em);
            p(EnumSet.complementOf(EnumSet.of(Thread.State.NEW)));
            var pq = new PriorityQueue<String>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
            pq.addAll(List.of("bb", "a", "cc", "c"));
            while (!pq.isEmpty()) p(pq.poll());
            var ih = new IdentityHashMap<String, Integer>();
            ih.put(new String("a"), 1);
            ih.put(new String("a"), 2);
            p(ih.size());
            p(Map.of("a", 1).hashCode() + " " + Set.of(1).hashCode() + List.of(1, 2).hashCode() + Arrays.deepToString(new int[][]{{1}, {2}}) + Arrays.hashCode(new double[]{1.5}));
            p(new TreeSet<>(List.of(3, 1, 2)).descendingSet().headSet(2, true));
            var ll = new LinkedList<>(List.of(1, 2, 3));
            var li = ll.listIterator();
            li.next();
            li.add(9);
            li.next();
            li.set(8);
            li.previous();
            li.remove();
            p(ll);
            p(Collections.unmodifiableMap(new LinkedHashMap<>(Map.of(1, 2))));
            p(new Vector<>(List.of(1)) + "" + new Stack<>() + new Hashtable<>(Map.of("k", "v")));
            p(Collections.frequency(List.of(1, 1, 2), 1) + Collections.max(List.of(3, 9, 2)));
            p(List.of(1, 2, 3).equals(Arrays.asList(1, 2, 3)));
            List.copyOf(Arrays.asList(1, null));
        });
        t("sort", () -> {
            Integer[] a = new Random(3).ints(200, 0, 50).boxed().toArray(Integer[]::new);
            Arrays.sort(a, (x, y) -> y - x);
            p(Arrays.toString(a).hashCode());
            int[] b = new Random(4).ints(500).toArray();
            Arrays.sort(b);
            p(Arrays.hashCode(b));
            double[] dd = {3, -0.0, 0.0, Double.NaN, -1};
            Arrays.sort(dd);
            p(Arrays.toString(dd));
            p(Arrays.binarySearch(new int[]{1, 3, 5}, 4));
            Integer[] bad = new Integer[100];
            for (int i = 0; i < 100; i++) bad[i] = i;
            char[] cs = "sorted".toCharArray();
            Arrays.sort(cs);
            p(new String(cs));
            Arrays.fill(cs, 1, 3, 'z');
            p(cs.length + String.valueOf(cs));
            p(Arrays.equals(new int[]{1}, new int[]{1}) + " " + Arrays.compare(new int[]{1, 2}, new int[]{1, 3}) + Arrays.mismatch(new byte[]{1, 2}, new byte[]{1, 3}));
            p(Arrays.asList(Arrays.copyOfRange(new String[]{"a", "b"}, 1, 4)));
        });
        t("time", () -> {
            p(java.time.LocalDate.of(2024, 2, 28).plusDays(2) + " " + java.time.Duration.ofSeconds(3661) + " " + java.time.LocalDate.of(2020, 1, 31).plusMonths(1).getDayOfWeek() + java.time.Period.between(java.time.LocalDate.of(2000, 5, 20), java.time.LocalDate.of(2024, 2, 1)));
            p(java.time.LocalDateTime.of(2020, 1, 1, 0, 0).isBefore(java.time.LocalDateTime.MAX));
            java.time.LocalDate.of(2023, 2, 29);
        });
        t("atomic", () -> {
            var ai = new java.util.concurrent.atomic.AtomicInteger();
            p(ai.incrementAndGet() + ai.getAndAdd(5) + " " + ai.updateAndGet(x -> x * 2) + ai.compareAndSet(12, 1) + ai);
            var chm = new java.util.concurrent.ConcurrentHashMap<String, Integer>();
            chm.merge("a", 1, Integer::sum);
            chm.merge("a", 1, Integer::sum);
            p(chm);
            var lk = new java.util.concurrent.locks.ReentrantLock();
            lk.lock();
            try { p(lk.isHeldByCurrentThread()); } finally { lk.unlock(); }
            p(ThreadLocal.withInitial(() -> 5).get());
            var la = new java.util.concurrent.atomic.LongAdder();
            la.add(5);
            p(la);
            var cow = new java.util.concurrent.CopyOnWriteArrayList<>(List.of(1, 2));
            for (int x : cow) cow.add(x);
            p(cow);
        });
        t("b64", () -> {
            p(Base64.getEncoder().encodeToString("hello world".getBytes("UTF-8")));
            p(new String(Base64.getDecoder().decode("aGk="), "US-ASCII"));
            p(Arrays.toString("é中".getBytes(java.nio.charset.StandardCharsets.UTF_16)));
            p(new String(new byte[]{(byte) 0xc3, (byte) 0x28, 65}, java.nio.charset.StandardCharsets.UTF_8));
        });
        t("buf", () -> {
            var bb = java.nio.ByteBuffer.allocate(16);
            bb.putInt(42).putDouble(1.5).flip();
            p(bb.getInt() + " " + bb.getDouble() + bb);
            bb.get();
        });
        t("parse", () -> {
            p(Double.parseDouble("1e-5") + Float.parseFloat("3.4") + Long.parseLong("-99") + Integer.parseInt("7f", 16) + " " + Double.parseDouble("0x1.8p1") + Double.valueOf("NaN") + Integer.toBinaryString(-8) + Integer.toHexString(255) + Long.toString(-255, 16) + Integer.toOctalString(8) + Double.toHexString(0.1) + Integer.reverse(1) + Integer.bitCount(255) + Long.numberOfTrailingZeros(8) + Integer.highestOneBit(100) + Integer.parseUnsignedInt("4294967295") + Integer.toUnsignedString(-1) + Long.toUnsignedString(-1) + Integer.divideUnsigned(-1, 2) + Long.compareUnsigned(1, -1) + Integer.rotateLeft(1, 33) + Long.reverseBytes(1) + Short.reverseBytes((short) 1) + Integer.decode("#ff") + Byte.parseByte("-128") + Boolean.parseBoolean("TRUE"));
            Double.parseDouble("1.2.3");
        });
        t("exact", () -> {
            p(Math.floorMod(-7, 3) + Math.floorDiv(-7, 3) + " " + Math.multiplyHigh(1L << 62, 8) + Math.addExact(1, 2));
            Math.toIntExact(1L << 40);
        });
        t("iter", () -> {
            Iterator<Integer> it = new Iterator<>() {
                int i = 0;
                public boolean hasNext() { return i < 3; }
                public Integer next() { return i++; }
            };
            Iterable<Integer> ib = () -> it;
            for (int x : ib) p(x);
            p(StreamSupport.stream(List.of(1, 2).spliterator(), false).count());
            it.remove();
        });
        t("sj", () -> {
            StringJoiner sj = new StringJoiner(",", "{", "}");
            sj.setEmptyValue("E");
            p(sj);
            sj.add("a").add("b");
            p(sj + " " + sj.length());
            StringTokenizer tk = new StringTokenizer("a b,c", " ,", true);
            while (tk.hasMoreTokens()) p(tk.nextToken());
            p("""
            text "block"
              indented\tz \
            joined
            """);
        });
        t("props", () -> {
            p(System.getProperty("line.separator").length() + System.lineSeparator() + System.getProperty("nope", "dflt") + System.getProperty("java.version").startsWith("17"));
            p(Locale.ROOT + "|" + Objects.hash(1, "a", null) + Objects.equals(null, null));
        });
    }
}
