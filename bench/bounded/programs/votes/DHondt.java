/** 1, 2, 3, … */
public class DHondt implements Divisor {
  /*@ also
    @ requires 0 <= seats && seats <= 3;
    @ ensures \result == seats + 1;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int after(int seats) {
    return seats + 1;
  }
}
