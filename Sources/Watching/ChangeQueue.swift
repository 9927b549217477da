internal import CChanges
internal import CLibrary
internal import SystemPackage

/// The system's change notifications for some paths. There may be too many or too few, so receivers
/// must check for themselves.
struct ChangeQueue: ~Copyable {
  private let queue: CInt
  private var held: [CInt] = []

  /// - Parameter places: folders and files; nil for no notifications.
  init(_ places: Set<FilePath>?) {
    queue = places == nil ? -1 : animconv_changes_open()
    guard queue >= 0, let places else { return }
    for place in places {
      let descriptor = place.withPlatformString { animconv_changes_add(queue, $0) }
      if descriptor >= 0 { held.append(descriptor) }
    }
  }

  /// Waits for a notification, for at most this many milliseconds.
  func wait(milliseconds: Int) {
    if queue < 0 {
      usleep(UInt32(milliseconds) * 1000)
    } else {
      animconv_changes_wait(queue, CInt(milliseconds))
    }
  }

  deinit {
    if queue >= 0 { close(queue) }
    for descriptor in held { close(descriptor) }
  }
}
