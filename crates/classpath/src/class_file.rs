//! What a class file says (JVMS §4), with every name resolved and every table in byte offsets.

use std::sync::Arc;

/// A name in the JVM's internal form, `java/lang/String`; also used for descriptors and member names.
pub type Name = Arc<str>;

#[derive(Debug, Clone)]
pub struct ClassFile {
    pub major: u16,
    pub minor: u16,
    pub access: u16,
    pub name: Name,
    pub super_name: Option<Name>,
    pub interfaces: Vec<Name>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
    pub pool: ConstantPool,
    pub bootstrap_methods: Vec<BootstrapMethod>,
    pub source_file: Option<Name>,
    pub signature: Option<Name>,
    pub nest_host: Option<Name>,
    pub nest_members: Vec<Name>,
    pub inner_classes: Vec<InnerClass>,
    pub enclosing_method: Option<EnclosingMethod>,
    /// `Some` exactly when the class is a record.
    pub record: Option<Vec<RecordComponent>>,
    pub permitted_subclasses: Vec<Name>,
    /// Of a module: a service, and a class that provides it.
    pub provides: Vec<(Name, Name)>,
    pub annotations: Vec<Annotation>,
    pub visible: Visible,
}

#[derive(Debug, Clone)]
pub struct Field {
    pub access: u16,
    pub name: Name,
    pub descriptor: Name,
    pub constant_value: Option<Constant>,
    /// What the compiler reads in place of a final instance field (JLS 4.12.4); the JVM does not know of it.
    pub instance_constant: Option<Constant>,
    pub signature: Option<Name>,
    pub annotations: Vec<Annotation>,
    pub visible: Visible,
}

#[derive(Debug, Clone)]
pub struct Method {
    pub access: u16,
    pub name: Name,
    pub descriptor: Name,
    pub code: Option<Code>,
    /// The `throws` clause.
    pub exceptions: Vec<Name>,
    pub signature: Option<Name>,
    pub annotations: Vec<Annotation>,
    /// One list per declared parameter, where the class file has any.
    pub parameter_annotations: Vec<Vec<Annotation>>,
    /// Parameters whose type has an annotation called `Nullable`.
    pub nullable_parameters: Vec<u8>,
    /// From `MethodParameters`, where present.
    pub parameter_names: Vec<Option<Name>>,
    /// As many as names.
    pub parameter_access: Vec<u16>,
    pub visible: Visible,
}

#[derive(Debug, Clone)]
pub struct Code {
    pub max_stack: u16,
    pub max_locals: u16,
    pub bytes: Vec<u8>,
    pub handlers: Vec<Handler>,
    /// Sorted by pc.
    pub lines: Vec<LineEntry>,
    pub locals: Vec<LocalVariable>,
    pub ranges: Vec<CharacterRange>,
}

/// Covers `start_pc..end_pc` (byte offsets, end exclusive).
#[derive(Debug, Clone)]
pub struct Handler {
    pub start_pc: u32,
    pub end_pc: u32,
    pub handler_pc: u32,
    /// `None` catches everything (`finally`).
    pub catch_type: Option<Name>,
}

#[derive(Debug, Clone, Copy)]
pub struct LineEntry {
    pub start_pc: u32,
    pub line: u32,
}

#[derive(Debug, Clone)]
pub struct LocalVariable {
    pub start_pc: u32,
    pub length: u32,
    pub name: Name,
    pub descriptor: Name,
    pub index: u16,
}

/// One row of `javac -Xjcov`'s CharacterRangeTable. `start_pc..=end_pc` are byte offsets, inclusive as in the file;
/// lines and columns start at 1.
#[derive(Debug, Clone, Copy)]
pub struct CharacterRange {
    pub start_pc: u32,
    pub end_pc: u32,
    pub start_line: u32,
    pub start_column: u32,
    pub end_line: u32,
    pub end_column: u32,
    /// `CRT_STATEMENT` 1, `CRT_BLOCK` 2, `CRT_ASSIGNMENT` 4, `CRT_FLOW_CONTROLLER` 8, `CRT_FLOW_TARGET` 16,
    /// `CRT_INVOKE` 32, `CRT_CREATE` 64, `CRT_BRANCH_TRUE` 128, `CRT_BRANCH_FALSE` 256.
    pub flags: u16,
}

#[derive(Debug, Clone)]
pub struct InnerClass {
    pub inner: Name,
    pub outer: Option<Name>,
    /// `None` for an anonymous class.
    pub inner_name: Option<Name>,
    pub access: u16,
}

#[derive(Debug, Clone)]
pub struct EnclosingMethod {
    pub class: Name,
    pub method: Option<(Name, Name)>,
}

#[derive(Debug, Clone)]
pub struct RecordComponent {
    pub name: Name,
    pub descriptor: Name,
    pub signature: Option<Name>,
    pub visible: Visible,
}

/// What reflection shows of annotations: the bodies of attributes (JVMS §4.7.16 to §4.7.22), whose constants are those of
/// the class's pool. The JDK parses them. `None` where there are none at all, as nearly everywhere.
pub type Visible = Option<Box<VisibleAnnotations>>;

#[derive(Debug, Clone, Default)]
pub struct VisibleAnnotations {
    /// `RuntimeVisibleAnnotations`
    pub declared: Option<Vec<u8>>,
    /// `RuntimeVisibleParameterAnnotations`
    pub parameters: Option<Vec<u8>>,
    /// `RuntimeVisibleTypeAnnotations`
    pub types: Option<Vec<u8>>,
    /// `AnnotationDefault`
    pub default: Option<Vec<u8>>,
}

/// Only what we look at: the type, and element values that are constants, in order.
#[derive(Debug, Clone)]
pub struct Annotation {
    /// A field descriptor such as `Ljava/lang/Deprecated;`.
    pub type_descriptor: Name,
}

impl Annotation {
    /// Whether it is called `Nullable`, or one of its other names, in whatever package.
    pub fn is_nullable(&self) -> bool {
        let name = self.type_descriptor.trim_end_matches(';');
        let simple = name.rsplit(['/', '$']).next().unwrap_or(name);
        let simple = match name.contains('/') {
            true => simple,
            false => simple.strip_prefix('L').unwrap_or(simple),
        };
        matches!(simple, "Nullable" | "CheckForNull")
    }
}

#[derive(Debug, Clone)]
pub struct BootstrapMethod {
    pub handle: MethodHandle,
    pub arguments: Vec<Constant>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MemberRef {
    pub class: Name,
    pub name: Name,
    pub descriptor: Name,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MethodHandle {
    pub kind: HandleKind,
    pub member: MemberRef,
    /// Whether the member was an InterfaceMethodref.
    pub interface: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HandleKind {
    GetField,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

/// A loadable constant (JVMS §5.1). Floats are kept as bits, so that constants are `Eq` and NaNs survive.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Constant {
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    /// UTF-16 code units: a class file may hold unpaired surrogates.
    String(Arc<[u16]>),
    /// Internal name, or an array descriptor such as `[I`.
    Class(Name),
    MethodType(Name),
    MethodHandle(Box<MethodHandle>),
    Dynamic(Box<DynamicRef>),
}

/// A dynamic constant or an `invokedynamic` call site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DynamicRef {
    /// Index into [`ClassFile::bootstrap_methods`].
    pub bootstrap: u16,
    pub name: Name,
    pub descriptor: Name,
}

/// The constant pool, addressed by the indices that the bytecode uses. Accessors fail with a reason instead of
/// panicking: the index comes from the file.
#[derive(Debug, Clone, Default)]
pub struct ConstantPool {
    pub(crate) entries: Vec<PoolEntry>,
}

/// A resolved entry; `Unusable` stands for index 0, the second half of a long or double, and modules or packages.
#[derive(Debug, Clone)]
pub enum PoolEntry {
    Unusable,
    Utf8(Name),
    Loadable(Constant),
    Field(MemberRef),
    Method { member: MemberRef, interface: bool },
    NameAndType(Name, Name),
    InvokeDynamic(DynamicRef),
}

impl ConstantPool {
    pub fn get(&self, index: u16) -> Option<&PoolEntry> {
        self.entries.get(usize::from(index))
    }

    /// The methods that the class refers to, to call them or to hand them on.
    pub fn methods(&self) -> impl Iterator<Item = &MemberRef> {
        self.entries.iter().filter_map(|entry| match entry {
            PoolEntry::Method { member, .. } => Some(member),
            _ => None,
        })
    }
}

/// Access flags (JVMS tables 4.1-B, 4.5-A, 4.6-A).
pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SUPER: u16 = 0x0020;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const TRANSIENT: u16 = 0x0080;
    pub const VARARGS: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const STRICT: u16 = 0x0800;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
}
