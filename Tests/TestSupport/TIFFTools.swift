import Foundation

/// libtiff's own programs: writers that are independent of animconv.
package enum TIFFTools {
  /// Whether they are installed.
  package static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/tiffcp")
  package static let hint = "needs tiffcp (Debian: apt install libtiff-tools)"
}
