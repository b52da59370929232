//! The two class loaders that there are besides the bootstrap loader, which is null: the platform's and, for the program,
//! the system's. They find classes and resources on the class path that is analysed; what URLs say is made up, and a
//! bound when the program gets to see one. Services are those that the class path and the JDK's modules provide.

use super::{Call, Entry, Return, null, value};
use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{MethodId, Ref, Slot};
use ir::synthetic::Builder;
use ir::{Inst, InvokeKind, Kind, Operand};

const CLASS: &str = "java/lang/Class";
const LOADER: &str = "java/lang/ClassLoader";
const BUILTIN: &str = "jdk/internal/loader/BuiltinClassLoader";
const LOADERS: &str = "jdk/internal/loader/ClassLoaders";
const BOOT: &str = "jdk/internal/loader/BootLoader";

pub const NATIVES: &[Entry] = &[
    (
        CLASS,
        "getClassLoader",
        "()Ljava/lang/ClassLoader;",
        of_class,
    ),
    (
        CLASS,
        "getClassLoader0",
        "()Ljava/lang/ClassLoader;",
        of_class,
    ),
    (
        "java/lang/Module",
        "getClassLoader",
        "()Ljava/lang/ClassLoader;",
        of_module,
    ),
    (LOADER, "<init>", "*", made_by_program),
    (LOADER, "getPlatformClassLoader", "*", platform),
    (LOADER, "getResource", "*", shown_resource),
    (LOADER, "getResources", "*", shown_resource),
    (LOADER, "getResourceAsStream", "*", resource_stream),
    (LOADERS, "<clinit>", "()V", super::nothing),
    (LOADERS, "platformClassLoader", "*", platform),
    (LOADERS, "appClassLoader", "*", system),
    (
        BUILTIN,
        "loadClassOrNull",
        "(Ljava/lang/String;Z)Ljava/lang/Class;",
        load_class,
    ),
    (
        BUILTIN,
        "findResource",
        "(Ljava/lang/String;)Ljava/net/URL;",
        find_resource,
    ),
    (
        BUILTIN,
        "findResources",
        "(Ljava/lang/String;)Ljava/util/Enumeration;",
        find_resources,
    ),
    (BOOT, "setBootLoaderUnnamedModule0", "*", super::nothing),
    (BOOT, "hasClassPath", "()Z", boot_class_path),
    (
        BOOT,
        "findResource",
        "(Ljava/lang/String;)Ljava/net/URL;",
        boot_resource,
    ),
    (
        BOOT,
        "findResources",
        "(Ljava/lang/String;)Ljava/util/Enumeration;",
        boot_resources,
    ),
    (BOOT, "findResourceAsStream", "*", module_resource),
    (
        "sun/net/www/protocol/file/FileURLConnection",
        "getInputStream",
        "()Ljava/io/InputStream;",
        open_url,
    ),
    (
        "java/util/ServiceLoader$ModuleServicesLookupIterator",
        "iteratorFor",
        "*",
        module_providers,
    ),
    (
        "java/util/ServiceLoader",
        "inExplicitModule",
        "*",
        in_explicit_module,
    ),
];

/// The singletons that are the loaders.
const SYSTEM: &str = "system class loader";
const PLATFORM: &str = "platform class loader";
/// Where URLs say that resources are: a directory for each place of the class path that has a resource of that name.
const PLACE: &str = "/cortado/class-path/";

fn loader(m: &mut Machine, st: &mut State, key: &'static str) -> Step<Ref> {
    if let Some(&known) = st.singletons.get(key) {
        return Ok(known);
    }
    let (class, name, parent) = match key {
        SYSTEM => ("AppClassLoader", "app", loader(m, st, PLATFORM)?),
        _ => ("PlatformClassLoader", "platform", Ref::NULL),
    };
    let class = m.load(&format!("{LOADERS}${class}"))?;
    let made = m.allocate(st, class);
    let text = m.intern(st, &name.encode_utf16().collect::<Vec<_>>())?;
    let module = super::module::module_object(m, st, true)?;
    // All fields of an empty map are zero or null.
    let map = m.load("java/util/concurrent/ConcurrentHashMap")?;
    let packages = m.allocate(st, map);
    m.set_field(st, made, "packages", Slot::reference(packages))?;
    m.set_field(st, made, "name", Slot::reference(text))?;
    super::set_if_present(m, st, made, "nameAndId", Slot::reference(text))?;
    m.set_field(st, made, "parent", Slot::reference(parent))?;
    m.set_field(st, made, "unnamedModule", Slot::reference(module))?;
    st.singletons.insert(key, made);
    Ok(made)
}

pub(super) fn system(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::reference(loader(m, st, SYSTEM)?))
}

fn platform(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::reference(loader(m, st, PLATFORM)?))
}

/// A class loader or a module.
pub(super) fn is_of_the_platform(st: &State, object: Ref) -> bool {
    let keys = [SYSTEM, PLATFORM, "unnamed module", "java.base"];
    keys.iter()
        .any(|key| st.singletons.get(key) == Some(&object))
}

fn is_system(st: &State, loader: Ref) -> bool {
    st.singletons.get(SYSTEM) == Some(&loader)
}

fn of_class(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    match super::module::from_program(m, class) {
        true => system(m, st, call),
        false => null(),
    }
}

fn of_module(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    match super::module::is_platform(st, call.reference(0)) {
        true => null(),
        false => system(m, st, call),
    }
}

fn made_by_program(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported(
        "a class loader of the program's own: only the JDK's loaders are modelled",
    ))
}

/// `(BuiltinClassLoader this, String name, boolean resolve)`
fn load_class(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if call.reference(1).is_null() {
        return Err(Halt::null_pointer());
    }
    let name = m.string_name(st, call.reference(1), "ClassLoader.loadClass")?;
    if name.starts_with('[') {
        return null();
    }
    match super::class::find(m, &name)? {
        Some(class)
            if super::module::from_program(m, class) && !is_system(st, call.reference(0)) =>
        {
            null()
        }
        Some(class) => value(Slot::reference(m.mirror(st, class)?)),
        None => null(),
    }
}

// --- Resources -----------------------------------------------------------------------------------------------------

fn resources(m: &Machine, path: &str) -> Step<Vec<Vec<u8>>> {
    let found = m.classpath().program_resources(path);
    found.map_err(|e| Halt::unsupported(format!("the resource `{path}`: {e}")))
}

/// What the bootstrap loader would find by itself; only its classes and services are files that modules do not hide.
fn require_none_in_jdk(m: &Machine, path: &str) -> Step<()> {
    let found = m.classpath().resource(path);
    let found = found.map_err(|e| Halt::unsupported(e.to_string()))?;
    match found {
        Some(_) if resources(m, path)?.is_empty() => Err(Halt::unsupported(format!(
            "the resource `{path}` of the JDK, by its URL"
        ))),
        _ => Ok(()),
    }
}

/// The loader's own code, which ends in [`find_resource`]. A program that gets a URL may look at its text.
fn shown_resource(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let asked = super::caller(m, st, 0).is_some_and(|c| super::module::from_program(m, c));
    let name = call.reference(call.args.len() - 1);
    if asked && !name.is_null() {
        let path = m.string_name(st, name, "the name of a resource")?;
        if !resources(m, &path)?.is_empty() {
            m.approximations
                .insert("URLs of resources: a made-up directory");
        }
    }
    Ok(Return::Bytecode)
}

fn resource_stream(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !is_system(st, call.reference(0)) || call.reference(1).is_null() {
        return Ok(Return::Bytecode);
    }
    let path = m.string_name(st, call.reference(1), "the name of a resource")?;
    require_none_in_jdk(m, &path)?;
    match resources(m, &path)?.into_iter().next() {
        Some(bytes) => stream(m, st, &bytes),
        None => null(),
    }
}

fn find_resource(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let path = m.string_name(st, call.reference(1), "the name of a resource")?;
    if !is_system(st, call.reference(0)) || resources(m, &path)?.is_empty() {
        return null();
    }
    let maker = url_maker(m)?;
    let args = url_parts(m, st, 0, &path)?;
    Ok(Return::Call(maker, args))
}

fn find_resources(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let path = m.string_name(st, call.reference(1), "the name of a resource")?;
    let found = match is_system(st, call.reference(0)) {
        true => resources(m, &path)?.len(),
        false => 0,
    };
    match found {
        0 => empty(m, "emptyEnumeration", "()Ljava/util/Enumeration;"),
        1 => {
            let maker = urls_maker(m)?;
            let args = url_parts(m, st, 0, &path)?;
            Ok(Return::Call(maker, args))
        }
        _ => Err(Halt::unsupported(format!(
            "several resources with the name `{path}` on the class path"
        ))),
    }
}

fn empty(m: &mut Machine, name: &str, descriptor: &str) -> Step<Return> {
    let empty = m.lookup("java/util/Collections", name, descriptor)?;
    Ok(Return::Call(empty, vec![]))
}

fn boot_class_path(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    super::boolean(false)
}

fn boot_resource(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let path = m.string_name(st, call.reference(0), "the name of a resource")?;
    require_none_in_jdk(m, &path)?;
    null()
}

fn boot_resources(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let path = m.string_name(st, call.reference(0), "the name of a resource")?;
    require_none_in_jdk(m, &path)?;
    empty(m, "emptyEnumeration", "()Ljava/util/Enumeration;")
}

/// `static (String module, String path)`; all of the platform is one module here.
fn module_resource(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let path = m.string_name(st, call.reference(1), "the name of a resource")?;
    let found = m.classpath().jdk().resource_of("java.base", &path);
    let found = found.map_err(|e| Halt::unsupported(e.to_string()))?;
    match found {
        Some(bytes) => stream(m, st, &bytes),
        None => null(),
    }
}

/// `(FileURLConnection this)`
fn open_url(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let url = m.field(st, call.reference(0), "url")?.as_ref();
    let path = m.field(st, url, "path")?.as_ref();
    let path = m.string_name(st, path, "the path of a URL")?;
    let inner = path.strip_prefix(PLACE).and_then(|p| p.split_once('/'));
    let Some((place, inner)) = inner else {
        return Ok(Return::Bytecode);
    };
    let found = resources(m, inner)?;
    match place.parse().ok().and_then(|at: usize| found.get(at)) {
        Some(bytes) => stream(m, st, bytes),
        None => Ok(Return::Bytecode),
    }
}

/// `new BufferedInputStream(new ByteArrayInputStream(bytes))`, as what the JDK gives is buffered.
fn stream(m: &mut Machine, st: &mut State, bytes: &[u8]) -> Step<Return> {
    const BYTES: &str = "java/io/ByteArrayInputStream";
    const BUFFERED: &str = "java/io/BufferedInputStream";
    let class = m.load("[B")?;
    let bytes: Vec<i8> = bytes.iter().map(|b| b.cast_signed()).collect();
    let maker = super::maker(m, "resource stream", "([B)Ljava/io/InputStream;", |b| {
        let inner = make(b, BYTES, "([B)V", &[b.param(0)]);
        make(b, BUFFERED, "(Ljava/io/InputStream;)V", &[inner])
    })?;
    let array = st.heap.allocate(class, Data::Bytes(bytes.into()));
    Ok(Return::Call(maker, vec![Slot::reference(array)]))
}

/// The arguments of [`url_maker`].
fn url_parts(m: &mut Machine, st: &mut State, place: usize, path: &str) -> Step<Vec<Slot>> {
    let parts = [
        "file".to_owned(),
        String::new(),
        format!("{PLACE}{place}/{path}"),
    ];
    let mut slots = Vec::with_capacity(parts.len());
    for part in parts {
        let text = m.intern(st, &part.encode_utf16().collect::<Vec<_>>())?;
        slots.push(Slot::reference(text));
    }
    Ok(slots)
}

/// `new URL(protocol, host, -1, file, new Handler())`
fn url(b: &mut Builder) -> Operand {
    let handler = make(b, "sun/net/www/protocol/file/Handler", "()V", &[]);
    let args = [
        b.param(0),
        b.param(1),
        Operand::Int(-1),
        b.param(2),
        handler,
    ];
    let descriptor =
        "(Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;Ljava/net/URLStreamHandler;)V";
    make(b, "java/net/URL", descriptor, &args)
}

fn url_maker(m: &mut Machine) -> Step<MethodId> {
    let descriptor = "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Ljava/net/URL;";
    super::maker(m, "resource", descriptor, url)
}

/// `Collections.enumeration(Collections.singletonList(…))` of such a URL.
fn urls_maker(m: &mut Machine) -> Step<MethodId> {
    let descriptor =
        "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Ljava/util/Enumeration;";
    super::maker(m, "resources", descriptor, |b| {
        let url = url(b);
        let list = collections(
            b,
            "singletonList",
            "(Ljava/lang/Object;)Ljava/util/List;",
            url,
        );
        collections(
            b,
            "enumeration",
            "(Ljava/util/Collection;)Ljava/util/Enumeration;",
            list,
        )
    })
}

fn collections(b: &mut Builder, name: &str, descriptor: &str, arg: Operand) -> Operand {
    let method = classpath::MemberRef {
        class: "java/util/Collections".into(),
        name: name.into(),
        descriptor: descriptor.into(),
    };
    b.invoke_static(method, &[arg], Some(Kind::Ref))
}

fn make(b: &mut Builder, class: &str, descriptor: &str, args: &[Operand]) -> Operand {
    let made = b.register(Kind::Ref);
    b.push(Inst::New {
        dst: made,
        class: class.into(),
    });
    let constructor = classpath::MemberRef {
        class: class.into(),
        name: "<init>".into(),
        descriptor: descriptor.into(),
    };
    let mut all = vec![Operand::Reg(made)];
    all.extend(args);
    b.invoke(InvokeKind::Special, constructor, false, &all, None);
    Operand::Reg(made)
}

// --- Services ------------------------------------------------------------------------------------------------------

/// What modules provide, all of it told by the bootstrap loader: `(ModuleServicesLookupIterator this, ClassLoader loader)`.
fn module_providers(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let outer = m.field(st, call.reference(0), "this$0")?.as_ref();
    let service = m.field(st, outer, "service")?.as_ref();
    let service = m.mirrored(st, service)?;
    let at_end = call.reference(1).is_null();
    let mut found = Vec::new();
    if at_end && !super::module::from_program(m, service) {
        let name = m.class(service).name.clone();
        let providers = m.classpath().jdk().providers(&name);
        found = providers.map_err(|e| Halt::unsupported(e.to_string()))?;
    }
    let Some((_, module)) = found.first() else {
        return empty(m, "emptyIterator", "()Ljava/util/Iterator;");
    };
    // Between modules there is no order.
    if found.iter().any(|(_, other)| other != module) {
        let name = m.class(service).java_name();
        let what = format!("the service {name}, which several modules of the JDK provide");
        return Err(Halt::unsupported(what));
    }
    let class = m.load("jdk/internal/module/ServicesCatalog$ServiceProvider")?;
    let module = super::module::module_object(m, st, false)?;
    let mut providers = Vec::with_capacity(found.len());
    for (provider, _) in &found {
        let made = m.allocate(st, class);
        let name = m.new_java_string(st, &crate::class::binary_name(provider))?;
        m.set_field(st, made, "module", Slot::reference(module))?;
        m.set_field(st, made, "providerName", Slot::reference(name))?;
        providers.push(made);
    }
    let array = super::array_of_refs(m, st, "[Ljava/lang/Object;", providers)?;
    let iterator = super::maker(
        m,
        "providers",
        "([Ljava/lang/Object;)Ljava/util/Iterator;",
        iterator_of,
    )?;
    Ok(Return::Call(iterator, vec![Slot::reference(array)]))
}

/// `Arrays.asList(array).iterator()`
fn iterator_of(b: &mut Builder) -> Operand {
    let method = |class: &str, name: &str, descriptor: &str| classpath::MemberRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    };
    let as_list = method(
        "java/util/Arrays",
        "asList",
        "([Ljava/lang/Object;)Ljava/util/List;",
    );
    let array = b.param(0);
    let list = b.invoke_static(as_list, &[array], Some(Kind::Ref));
    let iterator = method("java/util/List", "iterator", "()Ljava/util/Iterator;");
    b.invoke(
        InvokeKind::Interface,
        iterator,
        true,
        &[list],
        Some(Kind::Ref),
    )
}

fn in_explicit_module(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.args[call.args.len() - 1].as_ref())?;
    super::boolean(!super::module::from_program(m, class))
}
