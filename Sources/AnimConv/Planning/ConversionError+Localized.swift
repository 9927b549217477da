#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What systems show to people, in English.
extension ConversionError: LocalizedError {
  /// The whole sentence: the files, the stage, the frame, the reason and the remedy.
  public var errorDescription: String? { description }

  /// Why.
  public var failureReason: String? { reason.description }

  /// What to do about it, in properties of a conversion.
  public var recoverySuggestion: String? { remedy?.description }
}
