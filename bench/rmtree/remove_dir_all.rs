fn main() { std::fs::remove_dir_all(std::env::args_os().nth(1).unwrap()).unwrap() }
