/** Every word has a first character, unless it has none. */
public class Initials {
  public static char initial(String name) {
    return Character.toUpperCase(name.charAt(0));
  }
}
