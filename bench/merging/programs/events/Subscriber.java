/** Whoever wants to be told. */
interface Subscriber {
    void notify(Event event);
}
