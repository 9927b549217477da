extension AnimationInput {
  /// A whole file that is already in memory, such as a mapped file. It is read in place and never
  /// copied.
  ///
  /// ```swift
  /// let mapped = InputBytes(region, name: "in.gif", owner: mapping)
  /// let animation = try await AnimatedImage(.memory(mapped))
  /// ```
  public final class Bytes: @unchecked Sendable {
    /// For messages only.
    public let name: String
    let region: UnsafeRawBufferPointer
    private let owner: any Sendable

    /// - Parameters:
    ///   - region: must stay valid and unchanged while `owner` exists.
    ///   - name: only for messages.
    ///   - owner: retained while something may read the region; its release may unmap it.
    public init(_ region: UnsafeRawBufferPointer, name: String, owner: any Sendable) {
      self.region = region
      self.name = name
      self.owner = owner
    }
  }
}

/// Two are equal when they are the same object.
extension AnimationInput.Bytes: Hashable {
  /// Whether both are the same object.
  public static func == (one: AnimationInput.Bytes, other: AnimationInput.Bytes) -> Bool {
    one === other
  }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
