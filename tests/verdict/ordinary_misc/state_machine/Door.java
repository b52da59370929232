import cortado.Any;

// A door with a lock, driven by any events.
public class Door {
    enum State {
        OPEN, CLOSED, LOCKED;

        State on(Event event) {
            return switch (this) {
                case OPEN -> event == Event.CLOSE ? CLOSED : this;
                case CLOSED -> switch (event) {
                    case OPEN -> OPEN;
                    case LOCK -> LOCKED;
                    default -> this;
                };
                case LOCKED -> event == Event.UNLOCK ? CLOSED : this;
            };
        }
    }

    enum Event { OPEN, CLOSE, LOCK, UNLOCK }

    public static void main(String[] args) {
        State state = State.CLOSED;
        boolean locked = false;
        for (int i = 0; i < 3; i++) {
            Event event = Event.values()[Any.anInt(0, 3)];
            State next = state.on(event);
            if (state == State.LOCKED && next != State.LOCKED) {
                assert event == Event.UNLOCK;
            }
            assert next != State.LOCKED || state != State.OPEN;
            state = next;
        }
        assert State.valueOf("OPEN").compareTo(State.LOCKED) < 0;
    }
}
