/// A name without its folders.
func lastPart(_ name: String) -> String {
  String(name.split { $0 == "/" || $0 == "\\" }.last ?? "")
}
