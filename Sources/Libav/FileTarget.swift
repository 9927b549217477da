internal import CFFmpeg
internal import CLibrary

/// A file that FFmpeg writes through a descriptor of the caller. FFmpeg does not open it by name,
/// because the name may by then refer to another file.
///
/// Wraps `AVIOContext`. Used by one thread at a time.
final class FileTarget {
  private let descriptor: Int32
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// - Parameter descriptor: owned by the caller, who keeps it open as long as this object exists.
  init(descriptor: Int32) throws(LibavError) {
    self.descriptor = descriptor
    context = try IOContext.make { buffer, bytes in
      avio_alloc_context(
        buffer, bytes, 1, Unmanaged.passUnretained(self).toOpaque(), nil,
        { opaque, bytes, count in
          FileTarget.from(opaque).write(UnsafeRawPointer(bytes!), Int(count))
        },
        { opaque, offset, origin in FileTarget.from(opaque).seek(offset, origin) })
    }
  }

  deinit { IOContext.free(&context) }

  private static func from(_ opaque: UnsafeMutableRawPointer?) -> FileTarget {
    Unmanaged<FileTarget>.fromOpaque(opaque!).takeUnretainedValue()
  }

  /// - Returns: the number of bytes written: all, unless there is an error.
  private func write(_ bytes: UnsafeRawPointer, _ count: Int) -> Int32 {
    var done = 0
    while done < count {
      let written = CLibrary.write(descriptor, bytes + done, count - done)
      if written < 0 {
        if errno == EINTR { continue }
        return -errno
      }
      done += written
    }
    return Int32(count)
  }

  private func seek(_ position: Int64, _ origin: Int32) -> Int64 {
    let origin = origin & ~AVSEEK_FORCE
    if origin == AVSEEK_SIZE {
      var status = stat()
      return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : Int64(-errno)
    }
    let offset = lseek(descriptor, off_t(position), origin)
    return offset < 0 ? Int64(-errno) : Int64(offset)
  }
}
