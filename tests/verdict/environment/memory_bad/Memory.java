// What every JVM says of its memory and processors.
public class Memory {
    public static void main(String[] args) {
        Runtime runtime = Runtime.getRuntime();
        long total = runtime.totalMemory();
        long free = runtime.freeMemory();
        assert total > 0 && free >= 0;
        assert total - free >= 1000000;
        assert total <= runtime.maxMemory();
        assert runtime.availableProcessors() >= 1;
    }
}
