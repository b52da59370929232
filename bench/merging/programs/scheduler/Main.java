import cortado.Any;

/** Gives a scheduler commands; each input is the number of a command, with its argument. */
public class Main {
    public static void main(String[] args) {
        int inputs = Integer.parseInt(args[0]);
        Scheduler scheduler = new Scheduler();
        for (int i = 0; i < 3; i++) {
            scheduler.start(i + 1);
        }
        for (int i = 0; i < inputs; i++) {
            int command = Any.anInt();
            step(scheduler, command);
            assert scheduler.waiting() + scheduler.blocked() + scheduler.running() + scheduler.finished()
                    == scheduler.started();
            assert scheduler.running() == 1 || scheduler.waiting() == 0;
        }
    }

    private static void step(Scheduler scheduler, int command) {
        switch (command) {
            case 0:
            case 1:
            case 2:
                scheduler.start(command + 1);
                break;
            case 3:
                scheduler.block();
                break;
            case 4:
                scheduler.unblock();
                break;
            case 5:
                scheduler.yieldToOthers();
                break;
            case 6:
                scheduler.finish();
                break;
            default:
                if (command >= 10 && command < 20) {
                    scheduler.promote(command - 10);
                }
                break;
        }
    }
}
