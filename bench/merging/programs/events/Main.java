import cortado.Any;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds a subscriber to a server and publishes an event, again and again. Each round has three inputs: the operator and the
 * value of a filter, and an attribute of the event.
 */
public class Main {
    private static final String[] ATTRIBUTES = {"temperature", "pressure", "level"};

    /** Counts what it is told. */
    private static final class Counter implements Subscriber {
        private final Filter filter;
        private int expected;
        private int received;

        Counter(Filter filter) {
            this.filter = filter;
        }

        @Override
        public void notify(Event event) {
            received++;
        }
    }

    private final Server server = new Server();
    private final List<Counter> counters = new ArrayList<>();
    private int left;

    private Main(int inputs) {
        left = inputs;
    }

    /** An input as long as there are any. */
    private int next(int otherwise) {
        if (left == 0) {
            return otherwise;
        }
        left--;
        return Any.anInt();
    }

    private void subscribe(String attribute) {
        Filter filter = new Filter();
        filter.add(new Constraint(attribute, Constraint.operator(next(0)), next(10)));
        Counter counter = new Counter(filter);
        counters.add(counter);
        server.subscribe(filter, counter);
    }

    private void publish(String attribute) {
        Event event = new Event();
        for (int i = 0; i < ATTRIBUTES.length; i++) {
            event.put(ATTRIBUTES[i], 5 * i);
        }
        event.put(attribute, next(20));
        for (Counter counter : counters) {
            if (counter.filter.matches(event)) {
                counter.expected++;
            }
        }
        server.publish(event);
    }

    private void run() {
        for (int round = 0; left > 0; round++) {
            subscribe(ATTRIBUTES[round / 2 % ATTRIBUTES.length]);
            publish(ATTRIBUTES[round / 2 % ATTRIBUTES.length]);
        }
        int delivered = 0;
        for (Counter counter : counters) {
            assert counter.received == counter.expected;
            delivered += counter.received;
        }
        assert server.delivered() == delivered;
    }

    public static void main(String[] args) {
        new Main(Integer.parseInt(args[0])).run();
    }
}
