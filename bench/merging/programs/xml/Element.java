import java.util.ArrayList;
import java.util.List;

/** An element with its attributes, its children and the text between them. */
class Element {
    private final String name;
    private final List<String> attributes = new ArrayList<>();
    private final List<Element> children = new ArrayList<>();
    private int textLength;

    Element(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Whether there was none of this name. */
    boolean addAttribute(String attribute) {
        for (String other : attributes) {
            if (other.equals(attribute)) {
                return false;
            }
        }
        attributes.add(attribute);
        return true;
    }

    void add(Element child) {
        children.add(child);
    }

    void addText() {
        textLength++;
    }

    int textLength() {
        return textLength;
    }

    /** How many elements there are, this one included. */
    int size() {
        int size = 1;
        for (Element child : children) {
            size += child.size();
        }
        return size;
    }
}
