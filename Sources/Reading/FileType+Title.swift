internal import SystemPackage

extension FileType {
  /// What people call what is no regular file.
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
