import org.sosy_lab.sv_benchmarks.Verifier;

/** Opening and closing a connection: data flows only while it is open. */
public class Main {
    enum State { CLOSED, LISTEN, RECEIVED, OPEN, CLOSING }

    private State state = State.CLOSED;
    private int bytes;
    private boolean acknowledged;

    void handle(int event) {
        switch (state) {
            case CLOSED:
                if (event == 0) {
                    state = State.LISTEN;
                }
                break;
            case LISTEN:
                if (event == 1) {
                    state = State.RECEIVED;
                }
                break;
            case RECEIVED:
                if (event == 2) {
                    acknowledged = true;
                    state = State.OPEN;
                } else if (event == 4) {
                    state = State.LISTEN;
                }
                break;
            case OPEN:
                if (event == 3) {
                    bytes++;
                } else if (event == 4) {
                    state = State.CLOSING;
                }
                break;
            case CLOSING:
                acknowledged = false;
                state = State.CLOSED;
                break;
            default:
                throw new IllegalStateException();
        }
    }

    public static void main(String[] args) {
        Main connection = new Main();
        for (int i = 0; i < 6; i++) {
            int before = connection.bytes;
            connection.handle(Verifier.nondetInt());
            assert connection.bytes == before || connection.acknowledged;
            assert connection.state != State.OPEN || connection.acknowledged;
            assert connection.state != State.CLOSED || !connection.acknowledged;
        }
    }
}
