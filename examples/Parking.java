/** A loop that no number of iterations covers: the answer is safe within the bound that the report names. */
public class Parking {
  public static int fee(int minutes) {
    int fee = 0;
    while (minutes > 0) {
      fee += 2;
      minutes -= 30;
    }
    assert minutes > -30 || fee == 0;
    return fee;
  }
}
