/** Runs the job that has waited longest among those of the highest priority. */
class Scheduler {
    private static final int PRIORITIES = 3;

    private final Queue[] ready = new Queue[PRIORITIES];
    private final Queue blocked = new Queue();
    private Job current;
    private int started;
    private int finished;

    Scheduler() {
        for (int i = 0; i < PRIORITIES; i++) {
            ready[i] = new Queue();
        }
    }

    int started() {
        return started;
    }

    int finished() {
        return finished;
    }

    int running() {
        return current == null ? 0 : 1;
    }

    int blocked() {
        return blocked.length();
    }

    int waiting() {
        int waiting = 0;
        for (Queue queue : ready) {
            waiting += queue.length();
        }
        return waiting;
    }

    void start(int priority) {
        Job job = new Job(started, priority);
        started++;
        makeReady(job);
    }

    void block() {
        if (current != null) {
            blocked.append(current);
            current = null;
            dispatch();
        }
    }

    void unblock() {
        Job job = blocked.take();
        if (job != null) {
            makeReady(job);
        }
    }

    void yieldToOthers() {
        if (current != null) {
            Job job = current;
            current = null;
            makeReady(job);
        }
    }

    void finish() {
        if (current != null) {
            current = null;
            finished++;
            dispatch();
        }
    }

    void promote(int number) {
        for (int i = 0; i < PRIORITIES - 1; i++) {
            Job job = ready[i].take(number);
            if (job != null) {
                job.priority++;
                makeReady(job);
                return;
            }
        }
    }

    private void makeReady(Job job) {
        ready[job.priority - 1].append(job);
        if (current == null) {
            dispatch();
        } else if (job.priority > current.priority) {
            Job preempted = current;
            ready[preempted.priority - 1].append(preempted);
            current = null;
            dispatch();
        }
    }

    private void dispatch() {
        for (int i = PRIORITIES - 1; i >= 0; i--) {
            Job job = ready[i].take();
            if (job != null) {
                current = job;
                return;
            }
        }
    }
}
