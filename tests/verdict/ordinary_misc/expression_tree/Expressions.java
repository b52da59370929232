import cortado.Any;

// Evaluates and simplifies expressions: records, generics and a visitor.
public class Expressions {
    interface Visitor<R> {
        R number(int n);

        R sum(Node a, Node b);

        R product(Node a, Node b);
    }

    interface Node {
        <R> R accept(Visitor<R> v);
    }

    record Number(int n) implements Node {
        public <R> R accept(Visitor<R> v) {
            return v.number(n);
        }
    }

    record Sum(Node a, Node b) implements Node {
        public <R> R accept(Visitor<R> v) {
            return v.sum(a, b);
        }
    }

    record Product(Node a, Node b) implements Node {
        public <R> R accept(Visitor<R> v) {
            return v.product(a, b);
        }
    }

    static class Evaluate implements Visitor<Integer> {
        public Integer number(int n) {
            return n;
        }

        public Integer sum(Node a, Node b) {
            return a.accept(this) + b.accept(this);
        }

        public Integer product(Node a, Node b) {
            return a.accept(this) * b.accept(this);
        }
    }

    static class Simplify implements Visitor<Node> {
        public Node number(int n) {
            return new Number(n);
        }

        public Node sum(Node a, Node b) {
            Node x = a.accept(this);
            Node y = b.accept(this);
            return x.equals(new Number(0)) ? y : new Sum(x, y);
        }

        public Node product(Node a, Node b) {
            Node x = a.accept(this);
            Node y = b.accept(this);
            return x.equals(new Number(0)) ? x : x.equals(new Number(1)) ? y : new Product(x, y);
        }
    }

    public static void main(String[] args) {
        int n = Any.anInt(-3, 3);
        Node tree = new Sum(new Number(n), new Product(new Number(n), new Number(5)));
        Node simple = tree.accept(new Simplify());
        assert simple.accept(new Evaluate()).equals(tree.accept(new Evaluate()));
        assert n != 1 || simple.equals(new Sum(new Number(1), new Number(5)));
    }
}
