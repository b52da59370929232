//! The JDK whose library a program runs on: found from an option, `JAVA_HOME` or the `PATH`, identified by its own
//! files. No JVM is ever started here.

use crate::class_file::{ClassFile, Name};
use crate::cursor::Cursor;
use crate::error::Error;
use crate::image::Image;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

pub struct Jdk {
    pub home: PathBuf,
    /// The feature release: 17 of `17.0.15`.
    pub version: u32,
    /// The full version where the `release` file has it; part of the compilation cache's key.
    pub full_version: String,
    pub javac: Option<PathBuf>,
    pub java: Option<PathBuf>,
    store: Store,
    /// Modules by package, as they are asked for.
    modules: Mutex<HashMap<String, Option<String>>>,
}

enum Store {
    /// `lib/modules`.
    Image(PathBuf, OnceLock<Result<Image, Error>>),
    /// An exploded build: `modules/NAME/java/lang/Object.class`.
    Exploded(PathBuf, OnceLock<Vec<String>>),
}

/// The oldest and the newest JDK that has been tried.
const OLDEST: u32 = 11;

impl Jdk {
    /// The JDK that the user named, or else `JAVA_HOME`, or else the home of the `java` on the `PATH`.
    pub fn locate(named: Option<&Path>) -> Result<Jdk, Error> {
        if let Some(path) = named {
            return Jdk::at(path);
        }
        let mut tried = Vec::new();
        match std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
            Some(home) => match Jdk::at(Path::new(&home)) {
                Ok(jdk) => return Ok(jdk),
                Err(error) => tried.push(format!("JAVA_HOME: {error}")),
            },
            None => tried.push("JAVA_HOME is not set".to_string()),
        }
        let java = format!("java{}", std::env::consts::EXE_SUFFIX);
        let path = std::env::var_os("PATH").unwrap_or_default();
        for directory in std::env::split_paths(&path) {
            let Ok(binary) = directory.join(&java).canonicalize() else {
                continue;
            };
            match Jdk::at(&binary) {
                Ok(jdk) => return Ok(jdk),
                Err(error) => tried.push(error.to_string()),
            }
        }
        tried.push("no usable java on the PATH".to_string());
        Err(Error::NoJdk {
            tried: tried.join("; "),
        })
    }

    /// The JDK at a home directory, or of a `java` or `javac` program.
    pub fn at(path: &Path) -> Result<Jdk, Error> {
        let home = path
            .canonicalize()
            .map_err(|e| Error::io(path, "find a JDK there", e))?;
        let candidates = [
            home.clone(),
            home.join("Contents/Home"),
            home.parent()
                .and_then(Path::parent)
                .unwrap_or(&home)
                .to_path_buf(),
        ];
        for home in candidates {
            let image = home.join("lib").join("modules");
            let exploded = home.join("modules");
            let store = if image.is_file() {
                Store::Image(image, OnceLock::new())
            } else if exploded.join("java.base").is_dir() {
                Store::Exploded(exploded, OnceLock::new())
            } else {
                continue;
            };
            return Jdk::with_store(home, store);
        }
        Err(Error::target(
            path,
            format!(
                "no JDK there: neither lib/modules nor modules/java.base exists (JDK {OLDEST} or newer is needed)"
            ),
        ))
    }

    fn with_store(home: PathBuf, store: Store) -> Result<Jdk, Error> {
        let tool = |name: &str| {
            let file = home
                .join("bin")
                .join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
            file.is_file().then_some(file)
        };
        let mut jdk = Jdk {
            version: 0,
            full_version: String::new(),
            javac: tool("javac"),
            java: tool("java"),
            store,
            modules: Mutex::default(),
            home,
        };
        if let Some((full, feature)) = version_in_release(&jdk.home.join("release")) {
            jdk.version = feature;
            jdk.full_version = full;
        } else {
            // java.lang.Object's class file version tells as much.
            let object = jdk.class_bytes("java/lang/Object")?;
            let major = object.as_deref().and_then(|bytes| {
                let mut cursor = Cursor::new(bytes);
                cursor.u4("").ok()?;
                cursor.u2("").ok()?;
                cursor.u2("").ok()
            });
            jdk.version = u32::from(major.unwrap_or(0)).saturating_sub(44);
            jdk.full_version = jdk.version.to_string();
        }
        if jdk.version < OLDEST {
            return Err(Error::target(
                &jdk.home,
                format!(
                    "this is JDK {}; JDK {OLDEST} or newer is needed",
                    jdk.full_version
                ),
            ));
        }
        Ok(jdk)
    }

    /// The bytes of a class of the JDK, or `None` where it has no such class.
    pub(crate) fn class_bytes(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        match self.module_of(name)? {
            Some(module) => self.resource_in(&module, &format!("{name}.class")),
            None => Ok(None),
        }
    }

    /// Whether the JDK has the package of a class at all: then the JVM looks nowhere else for it.
    pub(crate) fn owns_package_of(&self, name: &str) -> Result<bool, Error> {
        Ok(self.module_of(name)?.is_some())
    }

    /// Where a class of the JDK is, for error messages.
    pub(crate) fn place(&self, name: &str) -> String {
        let module = self.module_of(name).ok().flatten().unwrap_or_default();
        match &self.store {
            Store::Image(path, _) => format!("{}/{module}/{name}.class", path.display()),
            Store::Exploded(path, _) => path
                .join(module)
                .join(format!("{name}.class"))
                .display()
                .to_string(),
        }
    }

    /// All classes of one module, sorted; empty if there is no such module.
    pub fn classes_of_module(&self, module: &str) -> Result<Vec<String>, Error> {
        let mut classes = Vec::new();
        match &self.store {
            Store::Image(..) => {
                let prefix = format!("/{module}/");
                for name in self.image()?.names("class")? {
                    if let Some(name) = name.strip_prefix(&prefix) {
                        classes.push(name.trim_end_matches(".class").to_string());
                    }
                }
            }
            Store::Exploded(path, _) => {
                let root = path.join(module);
                for file in crate::files::with_extension(&root, "class")? {
                    if let Some(name) = crate::files::class_name(&root, &file) {
                        classes.push(name);
                    }
                }
            }
        }
        classes.sort();
        Ok(classes)
    }

    /// The bytes of a class in a given module; the only way to its `module-info`.
    pub fn class_bytes_in(&self, module: &str, name: &str) -> Result<Option<Vec<u8>>, Error> {
        self.resource_in(module, &format!("{name}.class"))
    }

    /// A resource of a module by its path.
    pub fn resource_of(&self, module: &str, path: &str) -> Result<Option<Vec<u8>>, Error> {
        self.resource_in(module, path)
    }

    /// The classes that modules of the JDK provide for a service, each with its module. Modules are sorted; those of one
    /// module are in its order.
    pub fn providers(&self, service: &str) -> Result<Vec<(Name, String)>, Error> {
        let modules: Vec<String> = match &self.store {
            Store::Image(..) => {
                let names = self.image()?.names("class")?;
                let module = |name: &String| {
                    let module = name.strip_suffix("/module-info.class")?;
                    Some(module.trim_start_matches('/').to_owned())
                };
                names.iter().filter_map(module).collect()
            }
            Store::Exploded(root, modules) => modules
                .get_or_init(|| crate::files::subdirectories(root))
                .clone(),
        };
        let mut modules = modules;
        modules.sort();
        let mut providers = Vec::new();
        for module in modules {
            let Some(bytes) = self.class_bytes_in(&module, "module-info")? else {
                continue;
            };
            let Ok(info) = ClassFile::parse(&bytes) else {
                continue;
            };
            let provided = info.provides.iter().filter(|(s, _)| **s == *service);
            providers.extend(provided.map(|(_, class)| (class.clone(), module.clone())));
        }
        Ok(providers)
    }

    /// A file of the JDK that is in no module, such as `lib/tzdb.dat`; `None` if there is none.
    pub fn data_file(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        crate::files::read_optional(&self.home.join(path))
    }

    /// A resource of the JDK by its path within whichever module has its package.
    pub(crate) fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        match self.module_of(path)? {
            Some(module) => self.resource_in(&module, path),
            None => Ok(None),
        }
    }

    fn resource_in(&self, module: &str, path: &str) -> Result<Option<Vec<u8>>, Error> {
        match &self.store {
            Store::Image(..) => self.image()?.resource(&format!("/{module}/{path}")),
            Store::Exploded(root, _) => crate::files::read_optional(&root.join(module).join(path)),
        }
    }

    fn module_of(&self, name: &str) -> Result<Option<String>, Error> {
        let package = crate::reader::package_of(name);
        if package.is_empty() {
            return Ok(None);
        }
        if let Some(known) = self.locked().get(package) {
            return Ok(known.clone());
        }
        let module = match &self.store {
            Store::Image(..) => self.image()?.module_of(&package.replace('/', "."))?,
            Store::Exploded(root, modules) => {
                let modules = modules.get_or_init(|| crate::files::subdirectories(root));
                let holds = |module: &&String| root.join(module).join(package).is_dir();
                modules.iter().find(holds).cloned()
            }
        };
        self.locked().insert(package.to_string(), module.clone());
        Ok(module)
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, HashMap<String, Option<String>>> {
        self.modules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn image(&self) -> Result<&Image, Error> {
        match &self.store {
            Store::Image(path, image) => image
                .get_or_init(|| Image::open(path))
                .as_ref()
                .map_err(Clone::clone),
            Store::Exploded(path, _) => Err(Error::target(path, "an exploded JDK has no image")),
        }
    }
}

/// `JAVA_VERSION="17.0.15"` of a JDK's `release` file, and its feature release.
fn version_in_release(path: &Path) -> Option<(String, u32)> {
    let text = std::fs::read_to_string(path).ok()?;
    let value = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))?;
    let full = value.trim().trim_matches('"');
    let mut parts = full.split(['.', '-', '+', '_']).map(str::parse);
    let feature = match (parts.next()?, parts.next()) {
        (Ok(1), Some(Ok(legacy))) => legacy,
        (Ok(feature), _) => feature,
        _ => return None,
    };
    Some((full.to_string(), feature))
}
