import cortado.Any;
import java.util.ArrayList;
import java.util.List;

/**
 * A game of text in which every decision prints something of its own and goes on elsewhere, so that there is nothing
 * behind a branch where the ways meet again. Each input is a decision.
 */
public class Main {
    private static final class Lost extends RuntimeException {
        Lost(String message) {
            super(message);
        }
    }

    private final List<String> log = new ArrayList<>();
    private int moves;
    private int health = 9;

    private Main(int moves) {
        this.moves = moves;
    }

    private int decide(String question) {
        if (moves == 0) {
            throw new Lost("night falls");
        }
        moves--;
        System.out.println(question);
        return Any.anInt();
    }

    private void say(String text) {
        log.add(text);
        System.out.println(log.size() + ": " + text);
    }

    private int gate() {
        int choice = decide("A gate. Knock, climb or walk around?");
        if (choice == 0) {
            say("Nobody answers.");
            return gate();
        }
        if (choice > 0) {
            say("You climb over it.");
            return garden();
        }
        say("You walk around the wall.");
        return forest();
    }

    private int garden() {
        switch (decide("A garden with a well and a door.")) {
            case 1:
                say("The well is deep.");
                return well();
            case 2:
                say("The door is not locked.");
                return hall();
            default:
                say("Thorns.");
                health--;
                return forest();
        }
    }

    private int forest() {
        int way = decide("A forest. Which way?");
        if (way % 2 == 0) {
            say("A path.");
            return gate();
        }
        say("A hole in the wall.");
        return way < 0 ? garden() : well();
    }

    private int well() {
        if (decide("A rope hangs down.") != 7) {
            health -= 2;
            say("It breaks; health is " + health);
            return forest();
        }
        say("It holds.");
        return hall();
    }

    private int hall() {
        if (decide("A hall with a chest.") == moves) {
            say("Gold!");
            return log.size();
        }
        say("Empty.");
        return garden();
    }

    public static void main(String[] args) {
        int moves = Integer.parseInt(args[0]);
        Main game = new Main(moves);
        try {
            int score = game.gate();
            assert score >= 3;
        } catch (Lost e) {
            assert game.log.size() == moves;
        }
        assert game.health >= 9 - 2 * moves;
    }
}
