// Reads everything and says nothing.
fn main() {
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink()).unwrap();
}
