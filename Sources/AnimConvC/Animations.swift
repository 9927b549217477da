internal import AnimConv
internal import AnimTiming
public import CAnimConvHeader
internal import Raster
internal import Reading
internal import Stages
internal import SystemPackage
internal import Threads

// The functions of animconv.h for animations; the header documents them.

/// Opens a file or a folder.
@_cdecl("animconv_open_path")
public func openPath(
  _ path: UnsafePointer<CChar>, _ settings: UnsafePointer<CChar>?
) -> OpaquePointer? {
  open(.path(FilePath(platformString: path)), settings)
}

/// Opens a file in memory.
@_cdecl("animconv_open_bytes")
public func openBytes(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ name: UnsafePointer<CChar>?,
  _ settings: UnsafePointer<CChar>?
) -> OpaquePointer? {
  let copy = Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : max(0, count)))
  return open(.bytes(copy, name: name.map { String(cString: $0) } ?? "bytes"), settings)
}

/// Opens a file or a stream by a descriptor.
@_cdecl("animconv_open_descriptor")
public func openDescriptor(
  _ descriptor: Int32, _ name: UnsafePointer<CChar>?, _ settings: UnsafePointer<CChar>?
) -> OpaquePointer? {
  let name = name.map { String(cString: $0) } ?? "descriptor \(descriptor)"
  return open(.descriptor(FileDescriptor(rawValue: descriptor), name: name), settings)
}

private func open(
  _ input: AnimationInput, _ settings: UnsafePointer<CChar>?
) -> OpaquePointer? {
  calling(file: input.name) {
    Unmanaged.passRetained(try OpenAnimation(input, try ReadingSettings(settings)))
  }.map { OpaquePointer($0.toOpaque()) }
}

private func object(_ animation: OpaquePointer) -> OpenAnimation {
  Unmanaged<OpenAnimation>.fromOpaque(UnsafeRawPointer(animation)).takeUnretainedValue()
}

/// Facts about an animation.
@_cdecl("animconv_get_info")
public func getInfo(
  _ animation: OpaquePointer, _ info: UnsafeMutablePointer<animconv_info>
) -> Int32 {
  succeeding {
    let animation = object(animation)
    let size = info.pointee.size
    guard size >= MemoryLayout<Int>.size else {
      throw misuse("the size of the structure is not set", remedy: "set size to sizeof *info")
    }
    let alpha =
      switch animation.info.alpha {
      case .absent: ANIMCONV_ALPHA_ABSENT
      case .possible: ANIMCONV_ALPHA_POSSIBLE
      case .present: ANIMCONV_ALPHA_PRESENT
      }
    var all = animconv_info(
      size: size, width: UInt32(animation.info.size.width),
      height: UInt32(animation.info.size.height), frame_count: Int64(animation.count),
      play_count: Int64(animation.info.plays.totalPlays),
      duration: animconv_time(animation.timeline.totalTime), alpha: Int32(alpha),
      warning_count: Int32(clamping: animation.warnings.count))
    UnsafeMutableRawPointer(info).copyMemory(
      from: &all, byteCount: min(size, MemoryLayout<animconv_info>.size))
  }
}

/// Start times of frames.
@_cdecl("animconv_get_times")
public func getTimes(
  _ animation: OpaquePointer, _ first: Int64, _ count: Int64,
  _ times: UnsafeMutablePointer<animconv_time>
) -> Int32 {
  succeeding {
    let timeline = object(animation).timeline
    let most = Int64(timeline.boundaries.count)
    guard 0...most ~= first, 0...(most - first) ~= count else {
      throw misuse(
        "there are no \(count) times from frame \(first)",
        remedy: "ask for times of frames 0 to \(timeline.count)")
    }
    for offset in 0..<Int(count) {
      times[offset] = animconv_time(timeline.startTime(of: Int(first) + offset))
    }
  }
}

/// The frame that is shown at a time.
@_cdecl("animconv_frame_at")
public func frameAt(
  _ animation: OpaquePointer, _ numerator: Int64, _ denominator: Int64
) -> Int64 {
  calling {
    guard denominator > 0 else {
      throw misuse("the denominator \(denominator) is not above 0", remedy: "use 1 for seconds")
    }
    return Int64(object(animation).frameIndex(at: RationalTime(numerator, denominator)))
  } ?? -1
}

/// Decodes a frame into the caller's memory.
@_cdecl("animconv_copy_frame")
public func copyFrame(
  _ animation: OpaquePointer, _ index: Int64, _ layout: Int32, _ pixels: UnsafeMutableRawPointer,
  _ capacity: Int, _ stride: Int
) -> Int32 {
  let animation = object(animation)
  return succeeding(file: animation.name) {
    guard let layout = PixelBuffer.Layout(number: layout) else {
      throw misuse("there is no layout \(layout)", remedy: "use ANIMCONV_RGBA or ANIMCONV_BGRA")
    }
    let size = animation.info.size
    let stride = stride == 0 ? size.width * 4 : stride
    let (rows, isTooMuch) = stride.multipliedReportingOverflow(by: size.height - 1)
    guard stride >= size.width * 4, !isTooMuch, capacity >= 0,
      capacity - size.width * 4 >= rows
    else {
      throw misuse(
        "\(size.description) pixels do not fit into \(capacity) bytes with rows of \(stride)",
        remedy: "use at least \(size.area * 4) bytes, and rows of at least \(size.width * 4)")
    }
    try animation.withFrame(Int(clamping: index)) {
      $0.copyPixels(
        into: UnsafeMutableRawBufferPointer(start: pixels, count: capacity), format: layout,
        stride: stride)
    }
  }
}

/// Facts about an animation as text.
@_cdecl("animconv_describe")
public func describeAnimation(_ animation: OpaquePointer) -> UnsafePointer<CChar>? {
  calling { object(animation).describe() }
}

/// Frees an animation.
@_cdecl("animconv_close")
public func closeAnimation(_ animation: OpaquePointer?) {
  // A forked child must not take locks that threads of its parent held.
  guard let animation, !ForkGuard.isForkedChild else { return }
  Unmanaged<OpenAnimation>.fromOpaque(UnsafeRawPointer(animation)).release()
}

extension animconv_time {
  fileprivate init(_ time: RationalTime) {
    self.init(numerator: time.numerator, denominator: time.denominator)
  }
}

extension PixelBuffer.Layout {
  /// The layout for a number of the interface.
  fileprivate init?(number: Int32) {
    switch number {
    case Int32(ANIMCONV_RGBA): self = .rgba
    case Int32(ANIMCONV_BGRA): self = .bgra
    case Int32(ANIMCONV_RGBA_PREMULTIPLIED): self = .premultipliedRGBA
    case Int32(ANIMCONV_BGRA_PREMULTIPLIED): self = .premultipliedBGRA
    default: return nil
    }
  }
}
