import Foundation

/// libheif's own programs: a writer and a reader that are independent of animconv.
package enum HEIFTools {
  /// Whether they are installed.
  package static let isAvailable = ["heif-enc", "heif-convert"].allSatisfy { name in
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }
  package static let hint = "needs heif-enc and heif-convert (Debian: apt install libheif-examples)"

  /// Writes a HEIC from a PNG.
  package static func encode(_ input: String, _ output: String, _ options: [String] = []) throws {
    _ = try Command.run(["/usr/bin/heif-enc", input, "-o", output] + options)
  }

  /// Writes a PNG from a HEIC.
  package static func decode(_ input: String, _ output: String) throws {
    _ = try Command.run("/usr/bin/heif-convert", input, output)
  }
}
