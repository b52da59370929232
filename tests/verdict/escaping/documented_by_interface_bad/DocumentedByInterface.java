import java.util.NoSuchElementException;

// The documentation of the method that is implemented counts as well; a superclass covers its subclasses.
public class DocumentedByInterface implements Source<Integer> {
    private int left = 2;

    @Override
    public int next(Integer step) {
        if (step > left) {
            throw new NoSuchElementException("nothing left");
        }
        return left -= step;
    }
}

interface Source<T> {
    /** @exception IllegalStateException if there is nothing left */
    int next(T step);
}
