internal import CJXL
internal import CLCMS
package import Stages

extension OptionalLibrary {
  /// The libraries that decode some inputs, and convert their colours.
  package static var ofReading: [OptionalLibrary] { [jxl, colors] }

  private static var jxl: OptionalLibrary {
    let failure = cjxl_open().map { String(cString: $0) }
    let number = failure == nil ? Int(cjxl_version()) : 0
    return OptionalLibrary(
      name: "libjxl", file: String(cString: cjxl_file_name()), purpose: "JPEG XL, in and out",
      version: failure == nil
        ? "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)" : nil,
      failure: failure)
  }

  private static var colors: OptionalLibrary {
    OptionalLibrary(
      name: "Little CMS", file: String(cString: clcms_file_name()), purpose: "colour profiles",
      version: nil, failure: clcms_open().map { String(cString: $0) })
  }
}
