/// An input whose frames come from a ``FrameSource`` of the caller's own.
///
/// ```swift
/// let input = Input.custom(CustomInput(name: "plasma") { _ in Plasma() })
/// ```
///
/// Opened once for each conversion and each player, on a thread of its own. Two are equal when they
/// are the same object.
public final class CustomInput: Sendable {
  /// What to call it in messages.
  public let name: String
  /// Makes a source that stands before its first frame.
  let open: @Sendable (ReadingOptions) throws -> any FrameSource

  /// - Parameters:
  ///   - name: what to call it in messages.
  ///   - open: makes a new source each time, standing before its first frame. The sources that it
  ///     makes are used at the same time by different threads, each by one.
  public init(
    name: String, open: @escaping @Sendable (ReadingOptions) throws -> any FrameSource
  ) {
    self.name = name
    self.open = open
  }
}

extension CustomInput: Hashable {
  public static func == (a: CustomInput, b: CustomInput) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
