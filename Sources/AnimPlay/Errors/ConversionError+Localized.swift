#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
internal import Messages

/// The English text that systems show to people.
extension ConversionError: LocalizedError {
  /// The whole sentence: the files, the stage, the frame, the reason and the remedy.
  public var errorDescription: String? { description }

  /// Why.
  public var failureReason: String? { reason.description }

  /// The remedy, in terms of properties of a conversion.
  public var recoverySuggestion: String? { remedy?.description }
}
