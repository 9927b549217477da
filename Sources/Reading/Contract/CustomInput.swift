internal import Threads

/// An input whose frames come from a ``FrameSource`` of the caller.
///
/// ```swift
/// let input = AnimationInput.custom(CustomInput(name: "plasma") { _ in Plasma() })
/// ```
///
/// Opened once for each conversion and each player, on its own thread. Two are equal if they are
/// the same object. Errors of the source, including errors that it throws, are reported as a
/// ``ConversionError`` of the kind ``FailureKind/customSource``.
public final class CustomInput: Sendable {
  /// Its name in messages.
  public let name: String
  /// Whether its sources are animconv's own.
  private let isChecked: Bool
  /// Makes a source positioned before its first frame.
  private let makeSource:
    @Sendable (ReadingOptions, CustomInput.CancellationToken) throws -> any FrameSource

  private init(
    name: String, isChecked: Bool,
    makeSource:
      @escaping @Sendable (ReadingOptions, CustomInput.CancellationToken) throws -> any FrameSource
  ) {
    self.name = name
    self.isChecked = isChecked
    self.makeSource = makeSource
  }

  /// - Parameters:
  ///   - name: its name in messages.
  ///   - open: makes a new source each time, positioned before its first frame. Different threads
  ///     use the sources in parallel, each used by one thread.
  public convenience init(
    name: String, open: @escaping @Sendable (ReadingOptions) throws -> any FrameSource
  ) {
    self.init(name: name, isChecked: true) { options, _ in try open(options) }
  }

  /// An input whose source may be slow to open or to make a frame, and supports cancellation.
  ///
  /// - Parameter open: receives a token that is valid while the source is in use.
  public convenience init(
    name: String,
    open:
      @escaping @Sendable (ReadingOptions, CustomInput.CancellationToken) throws -> any FrameSource
  ) {
    self.init(name: name, isChecked: true, makeSource: open)
  }

  /// An input whose source waits without blocking a thread, for example for a camera or the
  /// network.
  ///
  /// Its methods run in a separate task, which is cancelled if the frame is no longer needed.
  ///
  /// - Parameter awaiting: makes a new source each time, positioned before its first frame.
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

  /// - Throws: ``CustomSourceError``, and errors of a trusted source.
  func open(_ options: ReadingOptions) throws -> any FrameSource {
    let flag = CancellationFlag()
    let token = CustomInput.CancellationToken(flag)
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

extension CustomInput {
  /// Informs a caller's source that its result is no longer needed.
  ///
  /// A slow source checks it from time to time, or is woken by it through ``onCancel(_:)``.
  public struct CancellationToken: Sendable {
    let flag: CancellationFlag

    init(_ flag: CancellationFlag) { self.flag = flag }

    /// Whether the result is no longer needed.
    public var isCancelled: Bool { flag.isCancelled }

    /// - Throws: `CancellationError` if the result is no longer needed.
    public func check() throws { try flag.check() }

    /// Calls `body` once when the result is no longer needed, on any thread, or at once if that is
    /// already so. It should return quickly.
    public func onCancel(_ body: @escaping @Sendable () -> Void) { flag.whenSet(body) }
  }
}
