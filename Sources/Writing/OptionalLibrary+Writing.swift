internal import CFreeType
package import Stages

extension OptionalLibrary {
  /// The libraries that some outputs need.
  package static var ofWriting: [OptionalLibrary] {
    [
      OptionalLibrary(
        name: "FreeType", file: String(cString: cfreetype_file_name()), purpose: "labels of sheets",
        version: nil, failure: cfreetype_open().map { String(cString: $0) }),
      OptionalLibrary(
        name: "zopfli", file: "libzopfli", purpose: "smaller PNGs", version: nil,
        failure: Zopfli.shared == nil ? "not installed" : nil),
    ]
  }
}
