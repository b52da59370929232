fn main() { let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect(); print!("{}", bench::solving::programs::source(a[0], a[1] as usize)); }
