internal import CFFmpeg

/// Converts decoded sound to one rate, one number of channels and interleaved floating-point
/// samples. Wraps `SwrContext`.
final class SoundResampler {
  let rate: Int
  let channels: Int
  /// Nil before the first samples.
  private var context: OpaquePointer?
  private var inputRate = 0
  /// The sample layout that it is configured for; in broadcasts, the layout changes within the
  /// stream.
  private var inputForm: SampleForm?

  private struct SampleForm: Equatable {
    var format: Int32
    var rate: Int32
    var channels: Int32
  }

  init(rate: Int, channels: Int) {
    self.rate = rate
    self.channels = channels
  }

  deinit { swr_free(&context) }

  /// Converts a part of a frame and appends it. Wraps `swr_convert`.
  ///
  /// - Parameters:
  ///   - first: the first sample to convert.
  ///   - count: the number of samples to convert.
  func convert(
    _ frame: Picture, from first: Int, count: Int, into output: inout [Float]
  ) throws(LibavError) {
    try open(for: frame, into: &output)
    let (planes, step) = frame.samplePlanes
    var pointers: [UnsafePointer<UInt8>?] = planes.map { UnsafePointer($0 + first * step) }
    try convert(&pointers, count, into: &output)
  }

  /// Converts silence in the layout of frames like this one.
  func convertSilence(
    _ count: Int, like frame: Picture, into output: inout [Float]
  ) throws(LibavError) {
    try open(for: frame, into: &output)
    let (planes, step) = frame.samplePlanes
    var rest = count
    while rest > 0 {
      let part = min(rest, 4096)
      let zeros = UnsafeMutablePointer<UInt8>.allocate(capacity: part * step)
      zeros.initialize(repeating: 0, count: part * step)
      defer { zeros.deallocate() }
      var pointers: [UnsafePointer<UInt8>?] = planes.map { _ in UnsafePointer(zeros) }
      try convert(&pointers, part, into: &output)
      rest -= part
    }
  }

  /// Appends the samples that the resampler still holds.
  func finish(into output: inout [Float]) throws(LibavError) {
    guard context != nil else { return }
    try convert(nil, 0, into: &output)
  }

  private func convert(
    _ input: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int,
    into output: inout [Float]
  ) throws(LibavError) {
    // The resampler holds far less than a tenth of a second.
    let room = (count * rate + inputRate - 1) / inputRate + rate / 10 + 256
    var converted: Int32 = 0
    let block = UnsafeMutablePointer<Float>.allocate(capacity: room * channels)
    defer { block.deallocate() }
    block.withMemoryRebound(to: UInt8.self, capacity: room * channels * 4) { bytes in
      var target: UnsafeMutablePointer<UInt8>? = bytes
      converted = swr_convert(context, &target, Int32(room), input, Int32(count))
    }
    try check("resample the sound") { converted }
    output += UnsafeBufferPointer(start: block, count: Int(converted) * channels)
  }

  private func open(for frame: Picture, into output: inout [Float]) throws(LibavError) {
    let samples = frame.pointer
    let form = SampleForm(
      format: samples.format, rate: samples.sample_rate, channels: samples.ch_layout.nb_channels)
    if context != nil, form == inputForm { return }
    try finish(into: &output)
    swr_free(&context)
    inputForm = form
    try FFmpegLibrary.swresample.open()
    inputRate = frame.sampleRate
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, Int32(channels))
    var input = AVChannelLayout()
    av_channel_layout_default(&input, frame.pointer.ch_layout.nb_channels)
    if frame.pointer.ch_layout.order != AV_CHANNEL_ORDER_UNSPEC {
      input = frame.pointer.ch_layout
    }
    let (rate, inputRate) = (Int32(rate), Int32(inputRate))
    let format = AVSampleFormat(frame.pointer.format)
    var made: OpaquePointer?
    let code = swr_alloc_set_opts2(
      &made, &layout, AV_SAMPLE_FMT_FLT, rate, &input, format, inputRate, 0, nil)
    context = made
    try check("set up the resampler") { code }
    try check("set up the resampler") { swr_init(made) }
  }
}

extension Picture {
  /// The samples per channel of a frame of sound.
  var sampleCount: Int { Int(pointer.nb_samples) }
  var sampleRate: Int { Int(pointer.sample_rate) }

  /// The positions of a frame's samples, one for each channel or one for all, and the distance
  /// between samples in bytes.
  fileprivate var samplePlanes: ([UnsafeMutablePointer<UInt8>], Int) {
    let format = AVSampleFormat(pointer.format)
    let channels = Int(pointer.ch_layout.nb_channels)
    let bytes = Int(av_get_bytes_per_sample(format))
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let planes = (0..<(isPlanar ? channels : 1)).map { pointer.extended_data[$0]! }
    return (planes, isPlanar ? bytes : bytes * channels)
  }
}
