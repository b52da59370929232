/** What an attribute must be. */
class Constraint {
    enum Operator { EQUAL, LESS, GREATER, DIFFERENT, PRESENT }

    final String name;
    final Operator operator;
    final int value;

    Constraint(String name, Operator operator, int value) {
        this.name = name;
        this.operator = operator;
        this.value = value;
    }

    static Operator operator(int code) {
        switch (code) {
            case 0:
                return Operator.EQUAL;
            case 1:
                return Operator.LESS;
            case 2:
                return Operator.GREATER;
            case 3:
                return Operator.DIFFERENT;
            default:
                return Operator.PRESENT;
        }
    }

    boolean holds(Event event) {
        Integer actual = event.get(name);
        if (actual == null) {
            return false;
        }
        switch (operator) {
            case EQUAL:
                return actual == value;
            case LESS:
                return actual < value;
            case GREATER:
                return actual > value;
            case DIFFERENT:
                return actual != value;
            default:
                return true;
        }
    }

    /** Whether all that the other allows is allowed here; false also if that is not known. */
    boolean covers(Constraint other) {
        if (!name.equals(other.name)) {
            return false;
        }
        if (operator == Operator.PRESENT) {
            return true;
        }
        if (operator != other.operator) {
            return other.operator == Operator.EQUAL && operator == Operator.LESS && other.value < value
                    || other.operator == Operator.EQUAL && operator == Operator.GREATER && other.value > value;
        }
        switch (operator) {
            case LESS:
                return other.value <= value;
            case GREATER:
                return other.value >= value;
            default:
                return other.value == value;
        }
    }
}
