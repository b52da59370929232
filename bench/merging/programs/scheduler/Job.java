/** A job with its priority. */
class Job {
    final int number;
    int priority;
    Job next;

    Job(int number, int priority) {
        this.number = number;
        this.priority = priority;
    }
}
