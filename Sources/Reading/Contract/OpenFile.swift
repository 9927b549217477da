package import Stages
package import SystemPackage
internal import Threads

/// Opens a file, or copies a pipe, and checks the opened file again, because another may have
/// replaced it.
package func openFile(_ path: FilePath, limits: ReadingLimits) throws -> ByteSource {
  do {
    if let spool = try Spool(of: .path(path), limits: limits) {
      return try spool.run(cancellation: .ofOpening)
    }
    let source = try openRegular(
      try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]))
    InputTrace.note(opened: path)
    return try source.within(limits)
  } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
    InputTrace.note(missing: path)
    throw ReadingError.notFound
  } catch Errno.noSuchAddressOrDevice {
    throw ReadingError.notRegularFile(FileType.socket.title)
  } catch let error as Errno {
    throw ReadingError.system(operation: "open", errno: error.rawValue)
  }
}

/// The bytes of an opened regular file.
///
/// - Throws: ``ReadingError/notRegularFile(_:)``, `Errno`; the descriptor is then closed.
func openRegular(_ descriptor: FileDescriptor) throws -> ByteSource {
  do {
    let status = try Stat(descriptor)
    guard status.type == .regular else {
      throw ReadingError.notRegularFile(status.type.title)
    }
    return ByteSource(owning: descriptor, byteCount: Int64(status.size))
  } catch {
    try? descriptor.close()
    throw error
  }
}

extension ByteSource {
  /// The same bytes, if a file of an input may have so many.
  ///
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)``.
  func within(_ limits: ReadingLimits) throws -> ByteSource {
    try limits.check(.inputBytes, Int(clamping: byteCount), limits.maxInputBytes)
    return self
  }
}
