internal import AnimPlay
internal import Reading
internal import Threads

extension WrittenConversion {
  /// Compares the output, a file that has no name yet, with its source.
  ///
  /// - Parameters:
  ///   - source: positioned at any frame.
  ///   - conversion: the request of the output.
  ///   - open: opens what was written.
  func compared(
    with source: any FrameSource, _ conversion: Conversion, measuresSSIMULACRA2: Bool,
    _ cancellation: CancellationFlag,
    _ open: (AnimationInput, ReadingOptions) throws -> any FrameSource
  ) throws -> OutputComparison {
    guard let path = delivery.writtenPath else {
      preconditionFailure("outputs with a quality are files")
    }
    return try OutputComparison(
      of: try open(.path(path), conversion.reading.withLimitsOnly), name: conversion.output.name,
      source: source, conversion, plan, measuresSSIMULACRA2: measuresSSIMULACRA2, cancellation)
  }
}
