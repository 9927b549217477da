internal import Threads

/// An input whose frames come from a ``FrameSource`` of the caller's own.
///
/// ```swift
/// let input = AnimationInput.custom(CustomInput(name: "plasma") { _ in Plasma() })
/// ```
///
/// Opened once for each conversion and each player, on a thread of its own. Two are equal when they
/// are the same object. What the source does wrong, and what it throws, comes back as a
/// ``ConversionError`` of the kind ``FailureKind/customSource``.
public final class CustomInput: Sendable {
  /// What to call it in messages.
  public let name: String
  /// Whether its sources are animconv's own.
  private let isChecked: Bool
  /// Makes a source that stands before its first frame.
  private let makeSource: @Sendable (ReadingOptions, CancellationToken) throws -> any FrameSource

  private init(
    name: String, isChecked: Bool,
    makeSource:
      @escaping @Sendable (ReadingOptions, CancellationToken) throws -> any FrameSource
  ) {
    self.name = name
    self.isChecked = isChecked
    self.makeSource = makeSource
  }

  /// - Parameters:
  ///   - name: what to call it in messages.
  ///   - open: makes a new source each time, standing before its first frame. The sources that it
  ///     makes are used at the same time by different threads, each by one.
  public convenience init(
    name: String, open: @escaping @Sendable (ReadingOptions) throws -> any FrameSource
  ) {
    self.init(name: name, isChecked: true) { options, _ in try open(options) }
  }

  /// An input whose source can take long to open or to make a frame, and wants to know when nobody
  /// waits for it any more.
  ///
  /// - Parameter open: is given a token that lasts as long as the source is of use.
  public convenience init(
    name: String,
    open:
      @escaping @Sendable (ReadingOptions, CancellationToken) throws -> any FrameSource
  ) {
    self.init(name: name, isChecked: true, makeSource: open)
  }

  /// An input whose source waits for others without a thread, such as for a camera or the network.
  ///
  /// Its methods run in a task of their own, which is cancelled when nobody waits for the frame any
  /// more.
  ///
  /// - Parameter awaiting: makes a new source each time, standing before its first frame.
  public convenience init(
    name: String,
    awaiting open: @escaping @Sendable (ReadingOptions) async throws -> any AsyncFrameSource
  ) {
    self.init(name: name, isChecked: true) { options, token in
      let source = try AwaitedSource.wait(token) { try await open(options) }
      return AwaitedSource(source, token)
    }
  }

  /// An input with a source that needs no checks.
  package init(
    trusted name: String, open: @escaping @Sendable (ReadingOptions) throws -> any FrameSource
  ) {
    self.name = name
    isChecked = false
    makeSource = { options, _ in try open(options) }
  }

  /// - Throws: ``CustomSourceError``, and what a trusted source throws.
  func open(_ options: ReadingOptions) throws -> any FrameSource {
    let flag = CancellationFlag()
    let token = CancellationToken(flag)
    CancellationFlag.ofOpening?.whenSet { flag.set() }
    if !isChecked { return try makeSource(options, token) }
    return try CheckedSource(
      CheckedSource.telling(nil) { try makeSource(options, token) }, limits: options.limits,
      flag: flag)
  }
}

extension CustomInput: Hashable {
  /// Whether both are the same object.
  public static func == (a: CustomInput, b: CustomInput) -> Bool { a === b }
  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Tells a source of a caller's own that nobody waits for it any more.
///
/// A source that takes long for a frame looks at it now and then, or lets it wake whatever the source
/// waits for.
public struct CancellationToken: Sendable {
  let flag: CancellationFlag

  init(_ flag: CancellationFlag) { self.flag = flag }

  /// Whether nobody waits any more.
  public var isCancelled: Bool { flag.isCancelled }

  /// - Throws: `CancellationError` once nobody waits any more.
  public func check() throws { try flag.check() }

  /// Calls `body` once when nobody waits any more, on any thread, or at once when that is so
  /// already; should return quickly.
  public func onCancel(_ body: @escaping @Sendable () -> Void) { flag.whenSet(body) }
}
