internal import SystemPackage

extension FileType {
  /// Names of irregular file types in messages.
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
