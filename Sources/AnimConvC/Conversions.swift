internal import AnimBatch
internal import AnimConv
public import CAnimConvHeader
internal import CLibrary
internal import Stages
internal import TextFormats

// The functions of animconv.h for conversions, and those about the library; the header documents
// them.

/// The version of the interface.
@_cdecl("animconv_abi")
public func abi() -> Int32 { ANIMCONV_ABI }

/// The version of animconv.
@_cdecl("animconv_version")
public func version() -> UnsafePointer<CChar> { versionText }

/// The latest error of this thread.
@_cdecl("animconv_last_error")
public func lastError(_ code: UnsafeMutablePointer<Int32>?) -> UnsafePointer<CChar> {
  code?.pointee = LastError.code
  return LastError.text ?? noError
}

// The texts last as long as the process, and never change.
private nonisolated(unsafe) let versionText = UnsafePointer(strdup(AnimConvVersion.current)!)
private nonisolated(unsafe) let noError = UnsafePointer(strdup("{}")!)

/// Starts a conversion.
@_cdecl("animconv_convert")
public func startConversion(_ request: UnsafePointer<CChar>) -> OpaquePointer? {
  calling(.planning) {
    let json = try JSONValue(object: request, "request")
    let conversions = try ConversionRequest.conversions(json, presets: Preset.Library())
    return Unmanaged.passRetained(RunningConversion(conversions))
  }.map { OpaquePointer($0.toOpaque()) }
}

private func object(_ conversion: OpaquePointer) -> RunningConversion {
  Unmanaged<RunningConversion>.fromOpaque(UnsafeRawPointer(conversion)).takeUnretainedValue()
}

/// Waits for the end of a conversion.
@_cdecl("animconv_wait")
public func waitForConversion(
  _ conversion: OpaquePointer, _ milliseconds: Int64,
  _ progress: UnsafeMutablePointer<animconv_progress>?
) -> Int32 {
  calling(.planning) {
    let conversion = object(conversion)
    let result = conversion.wait(milliseconds: milliseconds)
    let (output, current) = conversion.progress
    progress?.pointee = animconv_progress(
      phase: current.phase.number, output: Int32(output), frames_done: Int64(current.framesDone),
      frames_total: Int64(current.framesTotal))
    switch result {
    case nil: return Int32(ANIMCONV_RUNNING)
    case .success: return Int32(ANIMCONV_OK)
    case .failure(let error): throw error
    }
  } ?? LastError.code
}

/// What a conversion did.
@_cdecl("animconv_report")
public func reportOfConversion(_ conversion: OpaquePointer) -> UnsafePointer<CChar>? {
  calling(.planning) {
    let conversion = object(conversion)
    if case .failure(let error)? = conversion.wait(milliseconds: 0) { throw error }
    guard let report = conversion.report else {
      throw misuse("the conversion has not ended", remedy: "wait for its end")
    }
    return report
  }
}

/// Requests that a conversion ends.
@_cdecl("animconv_cancel")
public func cancelConversion(_ conversion: OpaquePointer) {
  if !ForkGuard.isForkedChild { object(conversion).cancel() }
}

/// Ends and frees a conversion.
@_cdecl("animconv_free")
public func freeConversion(_ conversion: OpaquePointer?) {
  guard let conversion, !ForkGuard.isForkedChild else { return }
  let running = Unmanaged<RunningConversion>.fromOpaque(UnsafeRawPointer(conversion))
    .takeRetainedValue()
  running.cancel()
  _ = running.wait(milliseconds: -1)
}

extension Conversion.Progress.Phase {
  /// Its number in the interface.
  fileprivate var number: Int32 {
    switch self {
    case .surveying: 0
    case .analyzing: 1
    case .converting: 2
    case .finishing: 3
    }
  }
}
