//! Builds the embedded Bitwuzla. Its C++ sources come with the package `bitwuzla-sys`, which cargo downloads like any
//! other; they are compiled once per machine, into a cache outside the clone, and always optimised. Only the thin layer
//! in `cpp/`, which turns C++ exceptions into values, is compiled per target directory.
//!
//! `BITWUZLA_LIB_DIR` names a directory with a `libbitwuzla.a` that an earlier build left in the cache. `CORTADO_CACHE` moves the cache.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = "bitwuzla-sys";
const VERSION: &str = "0.8.0";
const INSTALL: &str = "apt-get install g++ libcadical-dev libsymfpu-dev libgmp-dev";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=cpp");
    for variable in ["BITWUZLA_LIB_DIR", "CORTADO_CACHE", "CXX", "CXXFLAGS"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    if let Err(message) = run() {
        println!("cargo::error={}", message.replace('\n', " "));
    }
}

fn run() -> Result<(), String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: build with cargo")?);
    let sources = package_dir()?.join("bitwuzla");
    if !sources.join("src/meson.build").is_file() {
        return Err(format!("{} holds no Bitwuzla sources", sources.display()));
    }
    let fingerprint = probe(&out)?;

    let library = match env::var_os("BITWUZLA_LIB_DIR") {
        Some(dir) => {
            let dir = PathBuf::from(dir);
            if !dir.join("libbitwuzla.a").is_file() {
                return Err(format!(
                    "BITWUZLA_LIB_DIR={}: no libbitwuzla.a there",
                    dir.display()
                ));
            }
            dir
        }
        None => cached_library(&sources, &out, fingerprint)?,
    };

    // The layer first, so that the linker meets its references before the archives that resolve them.
    compiler(&out)
        .include(sources.join("include"))
        .file("cpp/layer.cpp")
        .cargo_metadata(true)
        .try_compile("cortado_bitwuzla")
        .map_err(|e| format!("compiling cpp/layer.cpp failed: {e}"))?;
    println!("cargo::rustc-link-search=native={}", library.display());
    println!("cargo::rustc-link-lib=static=bitwuzla");
    println!("cargo::rustc-link-lib=cadical");
    println!("cargo::rustc-link-lib=gmp");
    let cpp_runtime = if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "macos") {
        "c++"
    } else {
        "stdc++"
    };
    println!("cargo::rustc-link-lib={cpp_runtime}");
    Ok(())
}

/// The settings shared by everything compiled here. Debug assertions of the solver are off and optimisation is on in every
/// profile: an unoptimised SAT solver makes tests useless.
fn compiler(out: &Path) -> cc::Build {
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .debug(false)
        .pic(true)
        .warnings(false)
        .define("NDEBUG", None)
        .define("HAVE_RUSAGE", None)
        .flag_if_supported("-w")
        .cargo_metadata(false)
        .out_dir(out);
    build
}

/// Where cargo keeps the package. It is a build dependency, so it has been downloaded when this runs; asking offline first
/// keeps the network out of it. The second, online question covers a workspace whose test-only packages are not there yet.
fn package_dir() -> Result<PathBuf, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let manifest =
        Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("Cargo.toml");
    let host = env::var("HOST").unwrap_or_default();
    let mut problem = String::new();
    for mode in [Some("--offline"), None] {
        let mut command = Command::new(&cargo);
        command
            .args([
                "metadata",
                "--format-version=1",
                "--filter-platform",
                &host,
                "--manifest-path",
            ])
            .arg(&manifest);
        command.args(mode);
        match command.output() {
            Ok(output) if output.status.success() => return find_in(&output.stdout),
            Ok(output) => problem = String::from_utf8_lossy(&output.stderr).trim().to_string(),
            Err(error) => problem = error.to_string(),
        }
    }
    // `cargo build --offline` on a machine that never fetched the test-only packages: look where cargo unpacks.
    let home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|h| h.join(".cargo")));
    let unpacked = home
        .into_iter()
        .flat_map(|h| fs::read_dir(h.join("registry/src")))
        .flatten()
        .flatten();
    for registry in unpacked {
        let dir = registry.path().join(format!("{PACKAGE}-{VERSION}"));
        if dir.is_dir() {
            return Ok(dir);
        }
    }
    Err(format!(
        "`cargo metadata` failed while looking for {PACKAGE} (run `cargo fetch` once): {problem}"
    ))
}

fn find_in(metadata: &[u8]) -> Result<PathBuf, String> {
    let metadata: serde_json::Value = serde_json::from_slice(metadata)
        .map_err(|e| format!("`cargo metadata` printed something unreadable: {e}"))?;
    let packages = metadata["packages"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    packages
        .iter()
        .filter(|p| p["name"] == PACKAGE && p["version"] == VERSION)
        .find_map(|p| {
            Path::new(p["manifest_path"].as_str()?)
                .parent()
                .map(Path::to_path_buf)
        })
        .ok_or_else(|| {
            format!("{PACKAGE} {VERSION} is not among the packages that `cargo metadata` lists")
        })
}

/// Checks that the headers and libraries are there, and returns what the compiled archive depends on: the compiler and
/// the preprocessed headers, so that an upgrade of either leads to a new archive.
fn probe(out: &Path) -> Result<Vec<u8>, String> {
    let mut fingerprint = VERSION.as_bytes().to_vec();
    let tool = compiler(out)
        .cargo_warnings(false)
        .try_get_compiler()
        .map_err(|e| format!("no C++ compiler ({e}); on Debian: {INSTALL}"))?;
    let version = tool.to_command().arg("--version").output();
    let version = version.map_err(|e| format!("no C++ compiler ({e}); on Debian: {INSTALL}"))?;
    fingerprint.extend_from_slice(&version.stdout);
    fingerprint.extend_from_slice(env::var("TARGET").unwrap_or_default().as_bytes());
    for argument in tool.args() {
        fingerprint.extend_from_slice(argument.as_encoded_bytes());
        fingerprint.push(0);
    }
    let mut missing = Vec::new();
    for (header, package) in [
        ("cadical.hpp", "libcadical-dev"),
        ("symfpu/core/add.h", "libsymfpu-dev"),
        ("gmpxx.h", "libgmp-dev"),
    ] {
        let file = out.join("probe.cpp");
        // Symfpu's headers include nothing of Bitwuzla's, so the bare header preprocesses.
        fs::write(&file, format!("#include <{header}>\n"))
            .map_err(|e| format!("{}: {e}", file.display()))?;
        match tool.to_command().args(["-E", "-P"]).arg(&file).output() {
            Ok(output) if output.status.success() => fingerprint.extend_from_slice(&output.stdout),
            _ => missing.push(package),
        }
    }
    for (library, package) in [("cadical", "libcadical-dev"), ("gmp", "libgmp-dev")] {
        let found = ["a", "so", "dylib"].iter().any(|ending| {
            let name = format!("lib{library}.{ending}");
            let answer = tool
                .to_command()
                .arg(format!("-print-file-name={name}"))
                .output();
            // The compiler echoes the bare name when it knows no such file.
            answer.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).trim() != name)
        });
        if !found && !missing.contains(&package) {
            missing.push(package);
        }
    }
    if missing.is_empty() {
        return Ok(fingerprint);
    }
    Err(format!(
        "Bitwuzla needs {}; on Debian: apt-get install {}",
        missing.join(", "),
        missing.join(" ")
    ))
}

/// The directory with `libbitwuzla.a`, compiled if this machine has none yet. A lock file makes builds that start together
/// wait for one compilation; a rename publishes only complete archives.
fn cached_library(sources: &Path, out: &Path, mut fingerprint: Vec<u8>) -> Result<PathBuf, String> {
    let mut files = Vec::new();
    collect(&sources.join("src"), &mut files).map_err(|e| format!("{}: {e}", sources.display()))?;
    files.sort();
    for file in &files {
        let relative = file.strip_prefix(sources).unwrap_or(file);
        fingerprint.extend_from_slice(relative.as_os_str().as_encoded_bytes());
    }
    fingerprint.extend_from_slice(CONFIG.as_bytes());
    fingerprint.extend_from_slice(include_bytes!("cpp/quiet.cpp"));
    files.push(PathBuf::from("cpp/quiet.cpp"));
    let name = format!("bitwuzla-{VERSION}-{:016x}", fnv(&fingerprint));
    let writable = cache_root()
        .map(|root| root.join(&name))
        .filter(|dir| fs::create_dir_all(dir).is_ok());
    // No home directory, or a read-only one: compile for this target directory alone.
    let dir = writable.unwrap_or_else(|| out.join(&name));
    fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let archive = dir.join("libbitwuzla.a");
    if archive.is_file() {
        return Ok(dir);
    }
    let lock = File::create(dir.join("lock")).map_err(|e| format!("{}: {e}", dir.display()))?;
    // A file system without locks only loses the waiting, not the correctness.
    let _ = lock.lock();
    if archive.is_file() {
        return Ok(dir);
    }
    let work = out.join("bitwuzla");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    fs::write(work.join("config.h"), CONFIG).map_err(|e| format!("{}: {e}", work.display()))?;
    compiler(&work)
        .include(&work)
        .include(sources.join("include"))
        .include(sources.join("src"))
        .include(sources.join("src/lib"))
        .files(files)
        .try_compile("bitwuzla")
        .map_err(|e| format!("compiling Bitwuzla failed: {e}"))?;
    let staged = dir.join(format!("libbitwuzla.a.{}", std::process::id()));
    fs::copy(work.join("libbitwuzla.a"), &staged)
        .map_err(|e| format!("{}: {e}", staged.display()))?;
    fs::rename(&staged, &archive).map_err(|e| format!("{}: {e}", archive.display()))?;
    let _ = fs::remove_dir_all(&work);
    Ok(dir)
}

fn cache_root() -> Option<PathBuf> {
    let set = |name: &str| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    set("CORTADO_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|dir| dir.join("cortado")))
        .or_else(|| env::home_dir().map(|dir| dir.join(".cache/cortado")))
}

/// The library's C++ files: everything but the program, the Python module, the C interface and the parsers (of which the
/// printer needs the lexer).
fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    const UNUSED: [&str; 8] = [
        // Replaced by cpp/quiet.cpp.
        "src/util/logger.cpp",
        "src/main",
        "src/api/python",
        "src/api/c",
        "src/api/cpp/parser.cpp",
        "src/parser/btor2",
        "src/parser/smt2/parser.cpp",
        "src/parser/smt2/symbol_table.cpp",
    ];
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if UNUSED.iter().any(|unused| path.ends_with(unused)) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "cpp") {
            files.push(path);
        }
    }
    Ok(())
}

/// What Bitwuzla's own build would generate. Fixed, so that the archive depends on nothing but the fingerprint.
const CONFIG: &str = r#"#pragma once
namespace bzla::config {
static constexpr bool is_debug_build = false;
static constexpr const char* git_id = "";
static constexpr const char* version = "0.8.0";
static constexpr const char* license = "MIT";
static constexpr const char* os = "";
static constexpr const char* cc = "";
static constexpr const char* cxx = "";
}
"#;

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
