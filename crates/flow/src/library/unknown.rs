//! Which calls do things that no rule covers: reflection, native code, threads.

use classpath::MemberRef;

/// Why a call makes the facts incomplete, if it does.
pub fn unknown(method: &MemberRef) -> Option<&'static str> {
    let (class, name) = (&*method.class, &*method.name);
    let package = class.rsplit_once('/').map_or("", |(package, _)| package);
    match class {
        // They make proxies and the values of annotations, enums and classes of the application's among them.
        "java/lang/Class" | "java/lang/Package" | "java/lang/Module"
            if name.contains("Annotation") =>
        {
            Some("annotations that are found by reflection")
        }
        "java/lang/Class" => match name {
            "forName" => Some("a class that is found by its name"),
            "newInstance" => Some("an object that is made by reflection"),
            "getEnumConstants" => Some("constants that are found by reflection"),
            _ => None,
        },
        "java/lang/ClassLoader" if matches!(name, "loadClass" | "defineClass") => {
            Some("a class that is found by its name")
        }
        "java/util/ServiceLoader" => Some("services that are found by their type"),
        "java/io/ObjectInputStream" | "java/io/ObjectInput" if name.starts_with("read") => {
            Some("objects that are read")
        }
        "java/io/ObjectOutputStream" | "java/io/ObjectOutput" if name.starts_with("write") => {
            Some("objects that are written")
        }
        "java/util/ResourceBundle" if name == "getBundle" => {
            Some("a class that is found by its name")
        }
        "java/lang/reflect/Proxy" => Some("a proxy"),
        "java/lang/System" | "java/lang/Runtime" if name.starts_with("load") => {
            Some("a native library")
        }
        "java/beans/XMLDecoder" | "java/beans/Introspector" => Some("reflection"),
        _ if package == "java/lang/reflect" => match name {
            _ if name.contains("Annotation") => Some("annotations that are found by reflection"),
            "invoke" => Some("a method that is called by reflection"),
            "newInstance" if class != "java/lang/reflect/Array" => {
                Some("an object that is made by reflection")
            }
            "get" | "set" if class == "java/lang/reflect/Field" => {
                Some("a field that is reached by reflection")
            }
            _ => None,
        },
        _ if package == "java/lang/invoke" => match name {
            "<init>" => None,
            _ => Some("method handles"),
        },
        "sun/misc/Unsafe" => Some("memory that is reached without types"),
        _ if name.starts_with("set") && name.ends_with("Factory") && package == "java/net" => {
            Some("a factory for sockets or addresses")
        }
        _ if class.ends_with("FieldUpdater") => Some("a field that is reached by reflection"),
        _ if package.starts_with("javax/management") || package.starts_with("java/rmi") => {
            Some("reflection")
        }
        _ if package.starts_with("javax/script") || package.starts_with("javax/tools") => {
            Some("code that is compiled while the program runs")
        }
        _ => None,
    }
}

/// Whether a call may make code run in another thread.
pub fn starts_thread(method: &MemberRef) -> bool {
    let (class, name) = (&*method.class, &*method.name);
    let concurrent = class.starts_with("java/util/concurrent/")
        && (class.contains("Executor")
            || class.contains("ForkJoin")
            || class.contains("Completable")
            || class.contains("StructuredTask")
            || class.contains("Thread"))
        && !class.contains("ThreadLocalRandom");
    class.starts_with("java/lang/Thread") && matches!(name, "start" | "startVirtualThread")
        || class == "java/lang/ref/Cleaner"
        || class.starts_with("java/util/Timer")
        || concurrent && name != "<init>"
        || name.starts_with("parallel")
        || class.starts_with("java/awt/")
        || class.starts_with("javax/swing/")
        || name == "addShutdownHook"
}
