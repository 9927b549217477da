/// Names of tags in which programs describe the file itself; they would be wrong in another file.
enum TechnicalTags {
  static func contains(_ name: String) -> Bool {
    names.contains(name) || prefixes.contains { name.hasPrefix($0) }
  }

  private static let names: Set<String> = [
    "major_brand", "minor_version", "compatible_brands", "encoder", "encoded_by", "encoding_tool",
    "handler_name", "vendor_id", "software", "duration", "language", "alpha_mode",
    // Of FLV.
    "metadatacreator", "metadatadate", "haskeyframes", "hasvideo", "hasaudio", "hasmetadata",
    "hascuepoints", "canseektoend", "datasize", "videosize", "audiosize",
    "lasttimestamp", "lastkeyframetimestamp", "lastkeyframelocation", "framerate", "videodatarate",
    "audiodatarate", "totalduration", "totaldatarate", "bytelength", "filesize", "stereo",
    "audiosamplerate", "audiosamplesize", "audiodelay", "width", "height", "videocodecid",
    "audiocodecid",
    // Of MP4.
    "gapless_playback", "hd_video", "media_type", "itunsmpb", "itunes_cddb_1", "compilation",
    "com.android.version", "com.android.capture.fps", "com.apple.quicktime.software",
    // Of Matroska.
    "bps", "number_of_frames", "number_of_bytes",
  ]

  private static let prefixes = ["_statistics_", "bps-", "duration-", "number_of_"]
}
