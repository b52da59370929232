/** Jobs in the order in which they came. */
class Queue {
    private Job first;
    private Job last;
    private int length;

    int length() {
        return length;
    }

    void append(Job job) {
        job.next = null;
        if (last == null) {
            first = job;
        } else {
            last.next = job;
        }
        last = job;
        length++;
    }

    /** Null if there is none. */
    Job take() {
        Job job = first;
        if (job != null) {
            remove(null, job);
        }
        return job;
    }

    /** Takes out the job of this number; null if it is not here. */
    Job take(int number) {
        Job before = null;
        for (Job job = first; job != null; job = job.next) {
            if (job.number == number) {
                remove(before, job);
                return job;
            }
            before = job;
        }
        return null;
    }

    private void remove(Job before, Job job) {
        if (before == null) {
            first = job.next;
        } else {
            before.next = job.next;
        }
        if (last == job) {
            last = before;
        }
        job.next = null;
        length--;
    }
}
