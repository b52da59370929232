import cortado.Any;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Programs of a few branches each. With an argument, each has an assertion that fails for exactly one choice of inputs.
 */
class Programs {
    static class EarlyReturns {
        static int which(int x) {
            if (x == 5)
                return 1;
            if (x == 6)
                return 2;
            return 0;
        }

        public static void main(String[] args) {
            int sum = which(Any.anInt());
            sum += 3 * which(Any.anInt());
            sum += 9 * which(Any.anInt());
            assert args.length == 0 ? sum <= 26 : sum != 2 + 3 + 18;
        }
    }

    static class Fields {
        int a;
        long b;
        boolean c;
        byte d;

        public static void main(String[] args) {
            Fields f = new Fields();
            int x = Any.anInt();
            int y = Any.anInt();
            if (x > 10) {
                f.a = x;
                f.c = true;
            } else {
                f.b = x;
                f.d = (byte) 300;
            }
            if (f.c)
                f.b += y;
            assert args.length == 0 ? f.c || f.d == 44 : f.a != 17 || f.b != -3;
        }
    }

    static class IntArrays {
        public static void main(String[] args) {
            int[] a = {1, 2, 3};
            byte[] b = new byte[2];
            boolean[] c = new boolean[2];
            int x = Any.anInt();
            int i = Any.anInt(0, 2);
            if (x > 0) {
                a[1] = x;
                b[0] = (byte) x;
                c[1] = true;
            } else {
                a[2] = 4;
            }
            if (x == 258)
                a[i] = 9;
            assert args.length == 0 ? c[1] || a[2] == 4 || a[i] == 9 : b[0] != 2 || a[0] != 9;
        }
    }

    static class Box {
        int v;
        Box next;

        Box(int v) {
            this.v = v;
        }
    }

    static class ReferenceArrays {
        public static void main(String[] args) {
            Box[] boxes = {new Box(1), new Box(2)};
            Box other = new Box(3);
            int x = Any.anInt();
            if (x > 0)
                boxes[0] = other;
            else
                boxes[1] = other;
            other.v = x;
            int sum = boxes[0].v + boxes[1].v;
            assert args.length == 0 ? sum == x + (x > 0 ? 2 : 1) : sum != -6;
        }
    }

    static class ChosenReference {
        public static void main(String[] args) {
            Box p = new Box(10);
            Box q = new Box(20);
            int x = Any.anInt();
            Box chosen = x == 3 ? p : q;
            chosen.v += x;
            p.next = chosen;
            boolean same = p.next == p;
            assert args.length == 0 ? same == (p.v == 13) : p.v != 13 || q.v != 20 || !same;
        }
    }

    static class ChosenArray {
        public static void main(String[] args) {
            int[] p = {1, 2};
            int[] q = {3, 4, 5};
            int x = Any.anInt();
            int[] chosen = x == 3 ? p : q;
            chosen[1] += x;
            int sum = chosen.length + p[1] + q[1];
            assert args.length == 0 ? sum == 6 + x + chosen.length : sum != 11 || chosen.length != 2;
        }
    }

    interface Shape {
        int area();
    }

    static class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        public int area() {
            return side * side;
        }
    }

    static class Strip implements Shape {
        final int length;

        Strip(int length) {
            this.length = length;
        }

        public int area() {
            return length;
        }
    }

    static class VirtualCall {
        public static void main(String[] args) {
            int x = Any.anInt(0, 1000);
            int y = Any.anInt(0, 1000);
            Shape shape = x > 20 ? new Strip(x) : new Square(x);
            int area = shape.area() + y;
            assert args.length == 0 ? area >= x + y : area != 1 || y != 0;
        }
    }

    static class Created {
        public static void main(String[] args) {
            Box list = null;
            for (int i = 0; i < 4; i++) {
                if (Any.anInt() == i) {
                    Box box = new Box(1 << i);
                    box.next = list;
                    list = box;
                }
            }
            int sum = 0;
            for (int i = 0; i < 4; i++) {
                if (list != null) {
                    sum += list.v;
                    list = list.next;
                }
            }
            assert args.length == 0 ? sum < 16 : sum != 15;
        }
    }

    static class Caught {
        static int parse(int x) {
            int result;
            try {
                if (x == 3)
                    throw new IllegalStateException("three");
                if (x == 4)
                    throw new IllegalArgumentException("four");
                result = 1;
            } catch (IllegalStateException e) {
                result = 2;
            } catch (RuntimeException e) {
                result = 3 + e.getMessage().length();
            }
            return result;
        }

        public static void main(String[] args) {
            int sum = 0;
            for (int i = 0; i < 2; i++) {
                int x = Any.anInt();
                sum *= 10;
                if (x > 1)
                    sum += parse(x);
            }
            assert args.length == 0 ? sum <= 77 : sum != 27;
        }
    }

    /** The branches themselves are in the block that the handlers protect. */
    static class CaughtAround {
        public static void main(String[] args) {
            int sum = Caught.parse(Any.anInt()) + 10 * Caught.parse(Any.anInt());
            assert args.length == 0 ? sum <= 77 : sum != 72;
        }
    }

    static class CaughtArithmetic {
        public static void main(String[] args) {
            int x = Any.anInt();
            int[] a = {5, 6, 7};
            int r = 0;
            if (x < 100) {
                try {
                    r = a[x];
                    r += 100 / x;
                } catch (ArrayIndexOutOfBoundsException e) {
                    r = -1;
                } catch (ArithmeticException e) {
                    r -= 2;
                } finally {
                    r *= 2;
                }
            }
            assert args.length == 0 ? r == 0 || r == -2 || r == 6 || r >= 112 : r != 6;
        }
    }

    static class LoopsInside {
        public static void main(String[] args) {
            int x = Any.anInt(-1000, 1000);
            int sum = 0;
            if (x > 0) {
                for (int i = 0; i < 4; i++)
                    sum += i * x;
            } else {
                for (int i = 0; i < 3; i++)
                    sum -= x;
            }
            assert args.length == 0 ? sum >= 0 : sum != 3;
        }
    }

    static class Casts {
        public static void main(String[] args) {
            int x = Any.anInt();
            Object o = x == 7 ? new Box(1) : new Square(2);
            int r;
            if (o instanceof Box)
                r = ((Box) o).v;
            else
                r = ((Square) o).side + 5;
            assert args.length == 0 ? r == 1 || r == 7 : r != 1;
        }
    }

    static class WrongCast {
        public static void main(String[] args) {
            int x = Any.anInt();
            Object o = x == 7 ? new Box(1) : new Square(2);
            boolean cast = args.length > 0 || x != 7;
            int side = cast ? ((Square) o).side : 0;
            assert side <= 2;
        }
    }

    static class Nulls {
        public static void main(String[] args) {
            int x = Any.anInt();
            Box box = x == 12 ? null : new Box(x);
            int v = 12;
            if (args.length > 0 || box != null)
                v = box.v;
            assert v == x;
        }
    }

    static class Strings {
        public static void main(String[] args) {
            int x = Any.anInt();
            String s = x == 2 ? "abc" : "de";
            String t = s + "!";
            int n = t.length();
            boolean same = s.equals("abc");
            assert args.length == 0 ? same == (n == 4) && same == (s == "abc") : n == 3 || t.charAt(2) != 'c';
        }
    }

    static class Builders {
        public static void main(String[] args) {
            StringBuilder text = new StringBuilder("<");
            for (int i = 0; i < 3; i++) {
                if (Any.anInt() == 8)
                    text.append((char) ('a' + i));
            }
            text.append(">");
            String s = text.toString();
            assert args.length == 0 ? s.length() <= 5 : !s.equals("<ac>");
        }
    }

    static class Switches {
        static int value(int x) {
            int r;
            switch (x) {
                case 1:
                    r = 10;
                    break;
                case 2:
                    r = 20;
                case 3:
                    r = 30;
                    break;
                case 1000:
                    r = 40;
                    break;
                default:
                    r = 0;
            }
            return r;
        }

        public static void main(String[] args) {
            int sum = value(Any.anInt()) + 100 * value(Any.anInt());
            assert args.length == 0 ? sum <= 4040 : sum != 4010;
        }
    }

    static class Statics {
        static int count;
        static Box last;

        public static void main(String[] args) {
            for (int i = 0; i < 3; i++) {
                if (Any.aBoolean()) {
                    count += 1 << i;
                    last = new Box(i);
                }
            }
            assert args.length == 0 ? count < 8 : count != 5 || last.v != 2;
        }
    }

    static class Table {
        static final int[] VALUES = {4, 5, 6};
        static final Box BOX = new Box(3);
    }

    static class PureInitializer {
        public static void main(String[] args) {
            int x = Any.anInt();
            int r = 0;
            if (x == 9)
                r = Table.VALUES[1] + Table.BOX.v;
            assert args.length == 0 ? r == 0 || r == 8 : r != 8;
        }
    }

    static int loud;

    static class Loud {
        static int value = 3;

        static {
            loud++;
        }
    }

    static class LoudInitializer {
        public static void main(String[] args) {
            int x = Any.anInt();
            int r = 0;
            if (x == 9)
                r = Loud.value;
            int before = loud;
            r += Loud.value;
            assert args.length == 0 ? loud == 1 && r == 3 + 3 * before : before == 0;
        }
    }

    static class OneSidedInput {
        public static void main(String[] args) {
            int x = Any.anInt();
            int r = 0;
            if (x == 1)
                r = Any.anInt();
            else
                x = 4;
            int z = Any.anInt();
            assert args.length == 0 ? x == 1 || r == 0 : r != 7 || z != 9;
        }
    }

    /** Here the input of the other side must not be among those that lead to the violation. */
    static class NoInput {
        public static void main(String[] args) {
            int x = Any.anInt();
            int r = 0;
            if (x == 1)
                r = Any.anInt();
            else
                x = 4;
            int z = Any.anInt();
            assert args.length == 0 ? x == 1 || r == 0 : x != 4 || z != 9;
        }
    }

    static class Monitors {
        private final Object lock = new Object();
        private int value;

        synchronized void add(int x) {
            value += x;
        }

        public static void main(String[] args) {
            Monitors m = new Monitors();
            int x = Any.anInt();
            if (x == 6) {
                m.add(x);
            } else {
                synchronized (m.lock) {
                    m.value = 1;
                }
            }
            boolean held = Thread.holdsLock(m) || Thread.holdsLock(m.lock);
            assert args.length == 0 ? !held && m.value != 0 : m.value != 6;
        }
    }

    static class Console {
        public static void main(String[] args) {
            int x = Any.anInt();
            int r = 1;
            if (x == 6) {
                System.out.println("six " + x);
                r = 2;
            }
            System.out.println(r);
            assert args.length == 0 ? r <= 2 : r != 2;
        }
    }

    static class Uncaught {
        static int divide(int a, int b) {
            return b > 50 ? a / (b - 77) : a;
        }

        public static void main(String[] args) {
            int x = Any.anInt(0, 100);
            int limit = args.length == 0 ? 76 : 100;
            int r = 0;
            if (x <= limit)
                r = divide(10, x);
            assert r <= 10;
        }
    }

    static class Unwound {
        public static void main(String[] args) {
            int n = Any.anInt(0, 100);
            int x = Any.anInt();
            int sum = 0;
            for (int i = 0; i < n; i++) {
                if (x == i)
                    sum += 10;
                else
                    sum += 1;
            }
            assert args.length == 0 ? sum <= n + 9 : sum != 12 || n != 3 || x != 1;
        }
    }

    static class Lambdas {
        interface Step {
            int of(int x);
        }

        public static void main(String[] args) {
            int x = Any.anInt();
            int y = Any.anInt();
            Step step = x == 4 ? v -> v + y : v -> v;
            int r = step.of(1);
            assert args.length == 0 ? r == 1 || x == 4 : r != 30;
        }
    }

    enum Color {
        RED,
        GREEN,
        BLUE
    }

    static class Enums {
        public static void main(String[] args) {
            int x = Any.anInt();
            Color color = x == 1 ? Color.RED : x == 2 ? Color.GREEN : Color.BLUE;
            int r;
            switch (color) {
                case RED:
                    r = 10;
                    break;
                case GREEN:
                    r = 20;
                    break;
                default:
                    r = 30;
            }
            assert args.length == 0 ? r == 10 * (color.ordinal() + 1) : color.name().length() != 5;
        }
    }

    static class Lists {
        public static void main(String[] args) {
            List<Integer> list = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                if (Any.anInt() == 5)
                    list.add(i);
            }
            int sum = 0;
            for (int element : list)
                sum += 1 << element;
            assert args.length == 0 ? sum < 8 : sum != 6;
        }
    }

    static class Maps {
        public static void main(String[] args) {
            Map<String, Integer> map = new HashMap<>();
            int x = Any.anInt();
            if (x == 5)
                map.put("a", x);
            else
                map.put("b", 6);
            if (map.containsKey("a"))
                map.put("b", 7);
            int b = map.get("b");
            assert args.length == 0 ? b == 6 || map.size() == 2 : b != 7;
        }
    }

    static class Boxed {
        public static void main(String[] args) {
            int x = Any.anInt();
            Integer object = x == 5 ? Integer.valueOf(100) : Integer.valueOf(1000);
            Integer value = x == 5 ? 100 : 1000;
            Integer other = 100;
            boolean same = object == other && value == other;
            assert args.length == 0 ? same == (object < 200) && object.equals(value) : !same;
        }
    }

    static class Recursion {
        static int depth(Box list) {
            if (list == null)
                return 0;
            return 1 + depth(list.next);
        }

        public static void main(String[] args) {
            Box a = new Box(1);
            Box b = new Box(2);
            int x = Any.anInt();
            int y = Any.anInt();
            if (x == 1)
                a.next = b;
            if (y == 2)
                b.next = new Box(3);
            int d = depth(a);
            assert args.length == 0 ? d >= 1 && d <= 3 : d != 3;
        }
    }

    static class Breaks {
        public static void main(String[] args) {
            int[] a = {Any.anInt(), Any.anInt(), Any.anInt(), Any.anInt()};
            int seen = 0;
            for (int x : a) {
                if (x == 0)
                    continue;
                if (x == 1)
                    break;
                seen = 10 * seen + (x == 2 ? 1 : 2);
            }
            assert args.length == 0 ? seen <= 2222 : seen != 1 || a[0] != 0 || a[1] != 0 || a[2] != 0 || a[3] != 2;
        }
    }

    static class Thrown {
        public static void main(String[] args) {
            int x = Any.anInt();
            RuntimeException e = x == 5 ? new IllegalStateException("s") : new ArithmeticException("ar");
            int r;
            try {
                throw e;
            } catch (ArithmeticException caught) {
                r = caught.getMessage().length();
            } catch (IllegalStateException caught) {
                r = 7;
            }
            assert args.length == 0 ? r == 2 || r == 7 : r != 7;
        }
    }

    static class Hashes {
        public static void main(String[] args) {
            Object p = new Object();
            Object q = new Object();
            int x = Any.anInt();
            Object o = x == 5 ? p : q;
            boolean same = o.hashCode() == p.hashCode() && o.equals(p);
            assert args.length == 0 ? same == (x == 5) : !same;
        }
    }

    static class Copies {
        public static void main(String[] args) {
            char[] a = {'a', 'b', 'c'};
            int x = Any.anInt();
            char[] target = new char[3];
            if (x == 5)
                System.arraycopy(a, 0, target, 0, 3);
            else
                java.util.Arrays.fill(target, 'z');
            String s = new String(target);
            assert args.length == 0 ? s.equals("abc") || s.equals("zzz") : s.charAt(1) != 'b';
        }
    }

    static class Floats {
        public static void main(String[] args) {
            double d = Any.anInt(0, 10);
            long l = 1L << 40;
            if (d > 5)
                d = d / 2;
            else
                l = (long) d;
            assert args.length == 0 ? d <= 5 : d != 3.5 || l == 7;
        }
    }

    static class Assumed {
        public static void main(String[] args) {
            int x = Any.anInt();
            int r = 0;
            if (x > 0) {
                Any.assume(x < 10);
                r = x;
            }
            assert args.length == 0 ? r < 10 && (x <= 0 || x == r) : r != 9;
        }
    }

    static class Exits {
        public static void main(String[] args) {
            int x = Any.anInt();
            int r = 1;
            if (x == 3)
                r = 2;
            else if (x == 4)
                System.exit(0);
            assert args.length == 0 ? x != 4 : r != 2;
        }
    }

    static class NestedReturns {
        static int sign(int x) {
            if (x < 0)
                return x < -100 ? -2 : -1;
            for (int i = 0; i < 3; i++) {
                if (x == i)
                    return i;
            }
            return 9;
        }

        public static void main(String[] args) {
            int sum = 0;
            for (int i = 0; i < 2; i++)
                sum = 100 * sum + sign(Any.anInt());
            assert args.length == 0 ? sum <= 909 : sum != 201;
        }
    }

    static class LocalChoice {
        int v;

        static LocalChoice pick(LocalChoice a, LocalChoice b, int x) {
            if (x == 1)
                return a;
            if (x == 2)
                return b;
            return null;
        }

        void set(int x) {
            v = x;
        }

        public static void main(String[] args) {
            LocalChoice a = new LocalChoice();
            LocalChoice b = new LocalChoice();
            int x = Any.anInt(1, 2);
            int y = Any.anInt(1, 2);
            pick(a, b, x).set(5);
            pick(a, b, y).v++;
            LocalChoice[] all = {a, b};
            all[y - 1].v += 10;
            assert args.length == 0 ? a.v + b.v == 16 : a.v != 16 || b.v != 0;
        }
    }

    static class TwoDimensions {
        public static void main(String[] args) {
            int[][] grid = new int[2][2];
            int x = Any.anInt(0, 1);
            int y = Any.anInt(0, 1);
            int[] row = grid[0];
            if (x == 1)
                row = grid[1];
            row[y] = 7;
            if (y == 1)
                grid[0] = new int[] {1, 1};
            assert args.length == 0 ? grid[x][y] == 7 || x == 0 && y == 1 : grid[1][1] != 7 || grid[0][0] != 1;
        }
    }

    static class Finally {
        int open;

        int use(int x) {
            open++;
            try {
                if (x == 4)
                    return 10;
                return 20;
            } finally {
                open--;
            }
        }

        public static void main(String[] args) {
            Finally f = new Finally();
            int r = f.use(Any.anInt()) + 3 * f.use(Any.anInt());
            assert args.length == 0 ? f.open == 0 && r >= 40 : r != 50;
        }
    }

    static class Longs {
        public static void main(String[] args) {
            long l = Any.aLong();
            char c = Any.aChar();
            short s = 0;
            if (l > Integer.MAX_VALUE)
                s = (short) l;
            else
                c = 'x';
            if (c == 'y')
                s++;
            assert args.length == 0 ? c == 'x' || l > 0 : s != 1 || c != 'y' || l >> 16 != 1L << 20 ;
        }
    }

    static class Base {
        static int counter;
    }

    static class Derived extends Base {
        static int value = 3;

        static {
            counter++;
        }
    }

    /** The field that the initialiser changes is the superclass's, though it may be called `Derived.counter`. */
    static class InheritedCounter {
        public static void main(String[] args) {
            int x = Any.anInt();
            int r = 0;
            if (x == 9)
                r = Derived.value;
            assert args.length == 0 ? Base.counter == r / 3 : Base.counter == 0;
        }
    }

    static int cycles;

    static class Chicken {
        static Egg egg = new Egg();
        static int value = 1;

        static {
            cycles++;
        }
    }

    static class Egg {
        static Chicken chicken = new Chicken();
        static int value = 2;
    }

    /** Each of two classes needs the other, and one is noticed. */
    static class Cycle {
        public static void main(String[] args) {
            int x = Any.anInt();
            int y = Any.anInt();
            int r = 0;
            if (x == 9)
                r += Chicken.value;
            if (y == 8)
                r += Egg.value;
            assert args.length == 0 ? cycles == (r == 0 ? 0 : 1) : cycles == 0 || x == 9;
        }
    }

    static int tickets;

    static int ticket() {
        return ++tickets;
    }

    static class Customer {
        static final int TICKET = ticket();
    }

    /** The initialiser has a method of another class change that class. */
    static class Tickets {
        public static void main(String[] args) {
            int x = Any.anInt();
            int r = 0;
            if (x == 9)
                r = Customer.TICKET;
            assert args.length == 0 ? ticket() == r + 1 : r == 0;
        }
    }

    static class Broken {
        static final int[] VALUES = {1, 2};
        static int value = VALUES[2];
    }

    /** The initialiser fails, and that only where it runs. */
    static class FailingInitializer {
        public static void main(String[] args) {
            int x = Any.anInt();
            int r = 0;
            if (args.length > 0 && x == 9)
                r = Broken.value;
            boolean failed = false;
            try {
                if (x == 5)
                    r = Broken.value;
            } catch (ExceptionInInitializerError e) {
                failed = true;
            }
            assert failed == (x == 5);
        }
    }

    /** Many questions within a region that only a solver can answer. */
    static class Questions {
        public static void main(String[] args) {
            int x = Any.anInt();
            int y = Any.anInt();
            int s = 0;
            if (y > 3) {
                for (int j = 0; j < 20; j++) {
                    if (x * x != 4 * j + 2)
                        s++;
                    else
                        throw new IllegalStateException();
                }
            } else {
                s = 100;
            }
            int n = Any.anInt(0, 30);
            int k = 0;
            while (k < n)
                k++;
            assert args.length == 0 ? s == 20 || s == 100 : s != 100 || k != 17;
        }
    }

    static class Node {
        int value;
    }

    /** Many conditions choose between two objects. */
    static class Swaps {
        public static void main(String[] args) {
            Node a = new Node();
            Node b = new Node();
            Node p = a;
            Node q = b;
            for (int i = 0; i < 40; i++) {
                Node old = p;
                if (Any.aBoolean())
                    p = q;
                if (Any.aBoolean())
                    q = old;
            }
            if (p == q)
                p.value = 9;
            assert p == a || p == b;
            assert p != q || a.value + b.value == 9;
        }
    }

    /** Whether the second input is asked for depends on the first, and where the path goes on both. */
    static class Given {
        public static void main(String[] args) {
            int x = Any.anInt();
            int y = 1;
            if (x > 0)
                y = Any.anInt();
            if (y > 3) {
                if (y < 5)
                    assert x != 7;
            }
        }
    }

    static class First {
        static int limit = 5;

        /** The walk comes to the field and is too long then. */
        static int read(int x) {
            int r = 0;
            if (x > 0) {
                r = limit;
                for (int i = 0; i < 200_000; i++)
                    r ^= i & 1;
                assert r == 5;
            } else {
                r = 1;
            }
            return r;
        }
    }

    /** An input says which element of an array is meant. */
    static class ElementsByInput {
        public static void main(String[] args) {
            int i = Any.anInt(0, 3);
            Node shared = new Node();
            Node[] nodes = {shared, new Node(), shared, null};
            Node node = nodes[i];
            if (node != null)
                node.value += 2;
            int[][] rows = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
            int sum = rows[i][1] + rows[3 - i][0];
            rows[i][0] = 9;
            assert sum == 9;
            assert rows[0][0] + rows[1][0] + rows[2][0] + rows[3][0] == 25 - (2 * i + 1);
            assert shared.value == (i % 2 == 0 ? 2 : 0);
            assert args.length == 0 || nodes[1].value != 2;
        }
    }

    /** One of the elements is missing. */
    static class MissingElement {
        public static void main(String[] args) {
            int i = Any.anInt(0, 2);
            Node[] nodes = {new Node(), args.length == 0 ? new Node() : null, new Node()};
            nodes[i].value = i;
            assert nodes[0].value == 0;
        }
    }
}
