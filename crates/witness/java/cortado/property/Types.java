package cortado.property;

import java.util.HashSet;
import java.util.Set;

/** Which types a class is a subtype of, by name: classes of the program may come from any loader. */
final class Types {
    private static final ClassValue<Set<String>> SUPERTYPES =
            new ClassValue<Set<String>>() {
                @Override
                protected Set<String> computeValue(Class<?> type) {
                    Set<String> names = new HashSet<>();
                    collect(type, names);
                    return names;
                }
            };

    private Types() {}

    static boolean isSubtype(Class<?> type, String name) {
        return SUPERTYPES.get(type).contains(name);
    }

    private static void collect(Class<?> type, Set<String> names) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            names.add(each.getName());
            for (Class<?> face : each.getInterfaces()) {
                collect(face, names);
            }
        }
        Class<?> component = type.getComponentType();
        if (component != null && !component.isPrimitive()) {
            // JLS 4.10.3: arrays are covariant.
            Set<String> components = new HashSet<>();
            collect(component, components);
            components.add("java.lang.Object");
            for (String each : components) {
                names.add(each.startsWith("[") ? "[" + each : "[L" + each + ";");
            }
        }
    }
}
