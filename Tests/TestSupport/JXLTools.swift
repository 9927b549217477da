import Foundation

/// libjxl's own programs: writers and readers that are independent of animconv.
package enum JXLTools {
  /// Whether they are installed.
  package static let isAvailable = ["cjxl", "djxl"].allSatisfy { name in
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }
  package static let hint = "needs cjxl and djxl (Debian: apt install libjxl-tools)"

  /// Writes a JPEG XL from a PNG, an APNG or a JPEG.
  package static func encode(_ input: String, _ output: String, _ options: String...) throws {
    _ = try Command.run(["/usr/bin/cjxl", input, output] + options)
  }

  /// Writes a PNG or APNG from a JPEG XL.
  package static func decode(_ input: String, _ output: String) throws {
    _ = try Command.run("/usr/bin/djxl", input, output)
  }
}
