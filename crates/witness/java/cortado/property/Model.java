package cortado.property;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The properties and the calls that may be events of them, as written down beside the monitored classes. One thing a
 * line, its parts separated by tabs; parts that are names escape backslashes, tabs and line ends.
 */
final class Model {
    final List<Property> properties = new ArrayList<>();
    final List<Site> sites = new ArrayList<>();

    static final class Property {
        String name;
        /** What each object may be. */
        final List<Type> objects = new ArrayList<>();
        final List<Event> events = new ArrayList<>();
        final List<State> states = new ArrayList<>();
        int initial;

        int next(int state, int event) {
            return states.get(state).next[event];
        }

        boolean isSelfLoop(int state, int event) {
            return next(state, event) == state;
        }
    }

    /** A class, with those of its subtypes that do not count. */
    static final class Type {
        String name;
        final List<String> except = new ArrayList<>();

        boolean accepts(Object object) {
            Class<?> found = object.getClass();
            for (String each : except) {
                if (Types.isSubtype(found, each)) {
                    return false;
                }
            }
            return Types.isSubtype(found, name);
        }
    }

    static final class Event {
        String name;
        boolean atEnd;
        /** Which objects it binds, one bit each. */
        int domain;
    }

    static final class State {
        String name;
        boolean error;
        String message;
        int[] next;
    }

    /** A call instruction. */
    static final class Site {
        String className;
        String method;
        /** 0 if unknown. */
        int line;
        boolean hasReceiver;
        final List<Candidate> candidates = new ArrayList<>();

        @Override
        public String toString() {
            return className + "." + method + (line == 0 ? "" : ":" + line);
        }
    }

    /** A pattern that a call may match. */
    static final class Candidate {
        int property;
        int event;
        boolean after;
        /** What the call must return: true, false, null or nonnull; empty if that makes no difference. */
        String returns;
        /** The object that is the receiver, or -1. */
        int receiver;
        /** The object that is the result, or -1. */
        int result;
        /** Pairs of an argument and an object. */
        int[] arguments;
        /** What the class of the receiver must be; null if anything will do. */
        Test test;
        /** What it must not be. */
        final List<Test> except = new ArrayList<>();
    }

    /** A test of the class of an object. */
    static final class Test {
        final boolean exact;
        final String name;

        Test(boolean exact, String name) {
            this.exact = exact;
            this.name = name;
        }

        boolean accepts(Object object) {
            Class<?> found = object.getClass();
            return exact ? found.getName().equals(name) : Types.isSubtype(found, name);
        }
    }

    static Model read() {
        try (InputStream stream = Model.class.getResourceAsStream("properties.txt")) {
            if (stream == null) {
                throw new IllegalStateException("cortado/property/properties.txt is missing beside the monitored classes");
            }
            Model model = new Model();
            BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                model.add(line.split("\t", -1));
            }
            return model;
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }

    private void add(String[] parts) {
        Property property = properties.isEmpty() ? null : properties.get(properties.size() - 1);
        switch (parts[0]) {
            case "property":
                property = new Property();
                property.name = text(parts[1]);
                property.initial = Integer.parseInt(parts[2]);
                properties.add(property);
                break;
            case "object":
                Type type = new Type();
                type.name = text(parts[1]);
                for (int i = 2; i < parts.length; i++) {
                    type.except.add(text(parts[i]));
                }
                property.objects.add(type);
                break;
            case "event":
                Event event = new Event();
                event.name = text(parts[1]);
                event.atEnd = parts[2].equals("end");
                event.domain = Integer.parseInt(parts[3]);
                property.events.add(event);
                break;
            case "state":
                State state = new State();
                state.name = text(parts[1]);
                state.error = parts[2].equals("error");
                state.message = parts[3].isEmpty() ? null : text(parts[3]);
                state.next = new int[parts.length - 4];
                for (int i = 0; i < state.next.length; i++) {
                    state.next[i] = Integer.parseInt(parts[4 + i]);
                }
                property.states.add(state);
                break;
            case "site":
                Site site = new Site();
                site.className = text(parts[1]);
                site.method = text(parts[2]);
                site.line = Integer.parseInt(parts[3]);
                site.hasReceiver = parts[4].equals("receiver");
                sites.add(site);
                break;
            case "candidate":
                sites.get(sites.size() - 1).candidates.add(candidate(parts));
                break;
            case "":
            case "#":
                break;
            default:
                throw new IllegalStateException("unknown line: " + parts[0]);
        }
    }

    private static Candidate candidate(String[] parts) {
        Candidate candidate = new Candidate();
        candidate.property = Integer.parseInt(parts[1]);
        candidate.event = Integer.parseInt(parts[2]);
        candidate.after = parts[3].equals("after");
        candidate.returns = parts[4];
        candidate.receiver = Integer.parseInt(parts[5]);
        candidate.result = Integer.parseInt(parts[6]);
        String[] numbers = parts[7].isEmpty() ? new String[0] : parts[7].split(" ");
        candidate.arguments = new int[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            candidate.arguments[i] = Integer.parseInt(numbers[i]);
        }
        candidate.test = test(parts[8]);
        for (int i = 9; i < parts.length; i++) {
            candidate.except.add(test(parts[i]));
        }
        return candidate;
    }

    /** {@code =} and a class, {@code +} and a class with its subtypes, or nothing for any. */
    private static Test test(String text) {
        return text.isEmpty() ? null : new Test(text.charAt(0) == '=', text(text.substring(1)));
    }

    private static String text(String escaped) {
        if (escaped.indexOf('\\') < 0) {
            return escaped;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < escaped.length(); i++) {
            char c = escaped.charAt(i);
            if (c == '\\' && i + 1 < escaped.length()) {
                char next = escaped.charAt(++i);
                text.append(next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next);
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
