/// How scarce the system says that memory is.
public enum MemoryPressure: String, Sendable, Hashable {
  /// Processes should let go of what they can make again.
  case warning
}
