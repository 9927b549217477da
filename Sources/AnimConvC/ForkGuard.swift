internal import AnimConv
internal import CLibrary
internal import Stages
internal import Synchronization

/// Detects children of `fork`, in which the library's threads do not exist, so that every wait for
/// one of them would last forever.
enum ForkGuard {
  /// The process that used the library first; 0 for none.
  private static let owner = Atomic<Int32>(0)

  /// Whether another process used the library before this one was forked from it. Otherwise the
  /// library belongs to this process from now on.
  static var isForkedChild: Bool {
    let process = getpid()
    let (isFirst, first) = owner.compareExchange(
      expected: 0, desired: process, ordering: .relaxed)
    return !isFirst && first != process
  }

  /// - Throws: ``ConversionError`` of the kind `unavailable` in a child.
  static func check() throws {
    guard isForkedChild else { return }
    throw ConversionError(
      stage: .planning, kind: .unavailable, file: nil,
      reason: "this process was forked from one that used animconv, and lacks its threads",
      remedy: "start it with exec, or in Python's multiprocessing with 'spawn'")
  }
}
