internal import SystemPackage

extension FileType {
  /// Names of irregular file types for people.
  var title: String {
    switch self {
    case .directory: "a folder"
    case .characterSpecial, .blockSpecial: "a device"
    case .fifo: "a pipe"
    case .socket: "a socket"
    case .symbolicLink: "a symbolic link"
    default: "something else"
    }
  }
}
