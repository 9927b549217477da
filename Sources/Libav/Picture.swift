internal import CFFmpeg

/// Owner of an `AVFrame` with its own memory: one uncompressed picture.
///
/// A class and not a noncopyable value because pictures are kept in pools. For one thread at a
/// time; encoders share its memory through FFmpeg's reference counts, see ``isWritable``.
package final class Picture {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// A picture without memory, for a decoder to fill. Wraps `av_frame_alloc`.
  package init() throws(LibavError) {
    pointer = try checkObject("allocate a picture", of: .avutil) { av_frame_alloc() }
  }

  /// A picture with undefined samples. Wraps `av_frame_get_buffer`, which aligns every row and adds
  /// readable padding after it.
  package init(
    width: Int, height: Int, format: PixelFormat, color: ColorTags
  ) throws(LibavError) {
    pointer = try checkObject("allocate a picture", of: .avutil) { av_frame_alloc() }
    pointer.width = Int32(width)
    pointer.height = Int32(height)
    pointer.format = format.av.rawValue
    pointer.sample_aspect_ratio = AVRational(num: 1, den: 1)
    color.apply(to: pointer)
    try check("allocate a picture of \(width)x\(height)") { av_frame_get_buffer(pointer, 0) }
  }

  /// A picture with undefined samples, in any layout of FFmpeg.
  convenience init(_ format: AVPixelFormat, width: Int, height: Int) throws(LibavError) {
    try self.init()
    pointer.width = Int32(width)
    pointer.height = Int32(height)
    pointer.format = format.rawValue
    try check("allocate a picture of \(width)x\(height)") { av_frame_get_buffer(pointer, 0) }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = self.pointer
    av_frame_free(&pointer)
  }

  /// Another picture with the same memory, times and requests. This one is not ``isWritable`` while
  /// the other exists. Wraps `av_frame_ref`.
  package func reference() throws(LibavError) -> Picture {
    let other = try Picture()
    try check("refer to a picture") { av_frame_ref(other.pointer, pointer) }
    return other
  }

  package var width: Int { Int(pointer.width) }
  package var height: Int { Int(pointer.height) }
  /// Whether it consists of two fields.
  package var isInterlaced: Bool { cffmpeg_is_interlaced(pointer) != 0 }
  /// Nil for a format that animconv does not use.
  package var format: PixelFormat? { PixelFormat(av: AVPixelFormat(pointer.format)) }

  /// Bits per sample; 0 if the format is unknown. Wraps `av_pix_fmt_desc_get`.
  package var sampleDepth: Int {
    av_pix_fmt_desc_get(AVPixelFormat(pointer.format)).map {
      Int($0.pointee.comp.0.depth)
    } ?? 0
  }

  /// Bits of a sample in a layout of this name in FFmpeg; 8 when the name is unknown.
  package static func sampleDepth(ofFormat name: String) -> Int {
    guard !name.isEmpty, let found = av_pix_fmt_desc_get(av_get_pix_fmt(name)) else { return 8 }
    return Int(found.pointee.comp.0.depth)
  }

  /// The colour tags of the stream, with FFmpeg's names.
  package var colorNames: ColorTags.Names { ColorTags.names(of: pointer) }

  /// The colour tags of the stream.
  package var colorTags: ColorTags { ColorTags(of: pointer) }

  /// Whether the stream is tagged as full range.
  var saysFullRange: Bool { pointer.color_range == AVCOL_RANGE_JPEG }

  /// Whether the stream is tagged as limited range.
  var saysLimitedRange: Bool { pointer.color_range == AVCOL_RANGE_MPEG }

  /// FFmpeg's name of the layout; empty if unknown.
  package var formatName: String {
    av_get_pix_fmt_name(AVPixelFormat(pointer.format)).map { String(cString: $0) } ?? ""
  }

  /// The stream's pixel aspect ratio, width over height; nil if not given.
  package var pixelAspect: Rational? {
    let aspect = pointer.sample_aspect_ratio
    return aspect.num > 0 && aspect.den > 0 ? Rational(aspect) : nil
  }

  /// Whether samples are red, green and blue.
  package var isRGB: Bool {
    av_pix_fmt_desc_get(AVPixelFormat(pointer.format)).map {
      $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    } ?? false
  }

  /// Whether there is an alpha plane or component.
  package var hasAlpha: Bool {
    av_pix_fmt_desc_get(AVPixelFormat(pointer.format)).map {
      $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    } ?? false
  }

  /// The highest luminance in the picture's metadata, in cd/m²; nil if it has none. Wraps
  /// `av_frame_get_side_data`.
  package var peakLuminance: Double? {
    let peak = cffmpeg_frame_peak(pointer)
    return peak > 0 ? peak : nil
  }

  /// Whether it has four planes of full size, as YCbCr 4:4:4 with alpha has.
  package var hasFourFullPlanes: Bool {
    av_pix_fmt_desc_get(AVPixelFormat(pointer.format)).map {
      $0.pointee.nb_components == 4 && $0.pointee.log2_chroma_w == 0
        && $0.pointee.log2_chroma_h == 0
        && $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PLANAR) != 0
    } ?? false
  }

  /// In ticks of the encoder's time base.
  package var presentationTime: Int64 {
    get { pointer.pts }
    set { pointer.pts = newValue }
  }

  /// The decoder's best estimate of the presentation time, in ticks of the stream; nil if there is
  /// none.
  package var bestTime: Int64? {
    let time = pointer.best_effort_timestamp
    return time == CFFMPEG_NOPTS_VALUE ? nil : time
  }

  /// Whether the decoder concealed damage in it.
  package var isDamaged: Bool {
    pointer.decode_error_flags != 0 || pointer.flags & AV_FRAME_FLAG_CORRUPT != 0
  }

  /// Whether this is the only reference to the memory; an encoder that looks ahead may hold
  /// another. Wraps `av_frame_is_writable`.
  package var isWritable: Bool { av_frame_is_writable(pointer) > 0 }

  /// Requests a frame that depends on the previous one, never a key frame.
  package func forbidKeyFrame(_ forbidden: Bool) {
    pointer.pict_type = forbidden ? AV_PICTURE_TYPE_P : AV_PICTURE_TYPE_NONE
  }

  /// Requests a key frame.
  package func requestKeyFrame() { pointer.pict_type = AV_PICTURE_TYPE_I }

  /// First sample of plane `index` in the format's order. Valid while the picture exists; write to
  /// it only while ``isWritable``.
  package func plane(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(index >= 0 && index < Int(AV_NUM_DATA_POINTERS))
    return withUnsafeBytes(of: pointer.data) { raw in
      guard let base = raw.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[index] else {
        preconditionFailure("the picture has no plane \(index)")
      }
      return base
    }
  }

  /// Bytes from one row of plane `index` to the next.
  package func stride(_ index: Int) -> Int {
    withUnsafeBytes(of: pointer.linesize) {
      Int($0.bindMemory(to: Int32.self)[index])
    }
  }
}
