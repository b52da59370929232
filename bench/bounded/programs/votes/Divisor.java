/** The number by which the votes of a party with so many seats are divided when the next seat is given. */
public interface Divisor {
  /*@ requires 0 <= seats && seats <= 3;
    @ ensures \result > 0;
    @ assignable \nothing;
    @*/
  /*@ pure @*/ int after(int seats);
}
