/** 1, 3, 5, … */
public class SainteLague implements Divisor {
  /*@ also
    @ requires 0 <= seats && seats <= 3;
    @ ensures \result == 2 * seats + 1;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int after(int seats) {
    return 2 * seats + 1;
  }
}
