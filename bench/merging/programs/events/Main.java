import cortado.Any;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishes an event to a server with three subscribers. The inputs are, by turns, operators and values of filters and
 * attributes of the event.
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

    private void run() {
        Server server = new Server();
        List<Counter> counters = new ArrayList<>();
        for (int i = 0; i < ATTRIBUTES.length; i++) {
            Filter filter = new Filter();
            filter.add(new Constraint(ATTRIBUTES[i], Constraint.operator(next(0)), next(10 * i)));
            filter.add(new Constraint(ATTRIBUTES[0], Constraint.operator(1), 50));
            Counter counter = new Counter(filter);
            counters.add(counter);
            server.subscribe(filter, counter);
        }
        Event event = new Event();
        for (String attribute : ATTRIBUTES) {
            event.put(attribute, next(20));
        }
        for (Counter counter : counters) {
            if (counter.filter.matches(event)) {
                counter.expected++;
            }
        }
        server.publish(event);
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
