import CIntruder
import Confining
import SystemPackage

/// Tries what an attacker would try, with or without a confinement, and prints `NAME<tab>ERRNO` for
/// each attempt; 0 means success.
///
///     Intruder HOME PORT free
///     Intruder HOME PORT confined READABLE WRITABLE [NEWEST-ABI]
///
/// The readable folder and the writable folder are tried as well.
@main
enum Intruder {
  static func main() throws {
    let words = CommandLine.arguments
    let home = words[1]
    let port = Int32(words[2])!
    if words[3] == "confined" {
      let readable = FilePath(words[4])
      let writable = FilePath(words[5])
      if words.count > 6 {
        _ = try Confinement.enter(
          Reach(reading: [readable], writing: [writable]), newestABI: Int(words[6])!, remedy: "")
      } else {
        try confine(reading: [readable], writing: [writable])
      }
      let input = readable.appending("in")
      let output = writable.appending("out")
      print("read what was named\t\(number { try .open(input, .readOnly) })")
      print(
        "write what was named\t"
          + "\(number { try .open(output, .writeOnly, options: .create, permissions: .ownerReadWrite) })"
      )
      print("ABI\t\(Confinement.current!.landlockABI)")
    }
    for number in 0..<cintruder_count() {
      print("\(String(cString: cintruder_name(number)))\t\(cintruder_try(number, home, port))")
    }
  }

  private static func number(_ body: () throws -> FileDescriptor) -> Int32 {
    do {
      try body().close()
      return 0
    } catch { return (error as? Errno)?.rawValue ?? -1 }
  }
}
