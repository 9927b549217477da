/// Which property of a conversion each setting sets, as Swift writes the way to it. Of a setting that
/// sets several it is the main one.
package enum SettingProperties {
  package static let all = [ofReading, ofTiming, ofShaping, ofVideo, ofPictures, others]
    .reduce(into: [:]) { all, some in all.merge(some) { $1 } }

  /// What options of the command line that are no settings of a conversion stand for.
  package static let others = ["list-units": "BatchPlan.units", "missing": "BatchMerge.lacks(_:)"]

  private static let ofReading = [
    "strict": "reading.isStrict",
    "hdr": "reading.highDynamicRange",
    "stream": "reading.video.stream",
    "deinterlace": "reading.video.deinterlace",
    "max-pixels": "reading.limits.maxPixels",
    "max-side": "reading.limits.maxSide",
    "max-frames": "reading.limits.maxFrames",
    "max-total-pixels": "reading.limits.maxTotalPixels",
    "max-metadata-chunk": "reading.limits.maxMetadataChunkBytes",
    "max-metadata": "reading.limits.maxMetadataBytes",
    "max-spooled-bytes": "reading.limits.maxSpooledBytes",
    "fps": "reading.frameRate",
    "gaps": "reading.folder.gaps",
    "sizes": "reading.folder.sizes",
    "input-scale": "reading.folder.inputScale",
    "start-number": "reading.folder.startNumber",
    "merge-repeats": "reading.folder.mergesRepeats",
    "cut": "reading.sheet.use",
    "cell": "reading.sheet.grid.cell",
    "grid": "reading.sheet.grid.grid",
    "count": "reading.sheet.grid.count",
    "spacing": "reading.sheet.grid.spacing",
    "margin": "reading.sheet.grid.margin",
    "order": "reading.sheet.grid.order",
    "drop-blank": "reading.sheet.dropsBlankFrames",
    "tag": "reading.sheet.tag",
  ]

  private static let ofTiming = [
    "delays": "timing.delays",
    "zero-delay": "timing.delays",
    "range": "timing.edits.range",
    "every": "timing.edits.every",
    "reverse": "timing.edits.direction",
    "bounce": "timing.edits.direction",
    "speed": "timing.edits.speed",
    "hold-last": "timing.edits.holdLast",
    "loops": "timing.edits.loops",
    "min-duration": "timing.edits.minDuration",
    "schedule": "timing.schedule",
    "slot-tolerance": "timing.schedule",
    "max-fps": "timing.budget.maxFrameRate",
    "max-slots": "timing.budget.maxSlots",
    "max-output-frames": "timing.maxOutputFrames",
  ]

  private static let ofShaping = [
    "scale": "shaping.scale",
    "filter": "shaping.filter",
    "fit": "shaping.fit",
    "crop": "shaping.crop",
    "alpha": "shaping.alpha",
    "template": "shaping.alpha",
    "alpha-pair": "shaping.alpha",
    "alpha-mix": "shaping.alpha",
    "matte": "shaping.matte",
  ]

  private static let ofVideo = [
    "codec": "video.codec",
    "crf": "video.crf",
    "encoder-preset": "video.encoderPreset",
    "bframes": "video.bFrames",
    "bitrate": "video.bitrate",
    "chroma": "video.chroma",
    "audio": "video.audio",
    "lossless": "video.isLossless",
    "undither": "undithering",
    "threads": "video.threads",
    "segments": "video.segments",
    "max-memory": "video.maxMemory",
  ]

  private static let ofPictures = [
    "layout": "sheet.layout",
    "columns": "sheet.columns",
    "max-size": "sheet.maxSize",
    "power-of-two": "sheet.powerOfTwo",
    "padding": "sheet.padding",
    "border": "sheet.border",
    "extrude": "sheet.extrude",
    "trim": "sheet.trims",
    "rotate": "sheet.allowsRotation",
    "labels": "sheet.labelsTimes",
    "scales": "sheet.scales",
    "name": "frames.name",
    "pad": "frames.pad",
    "start": "frames.start",
    "duplicates": "frames.repeats",
    "frame-format": "frames.format",
    "quality": "frames.quality",
    "effort": "image.effort",
    "colors": "image.colors",
    "dither": "image.dither",
    "motion-threshold": "image.motionThreshold",
    "alpha-edge": "image.alphaEdge",
    "webp": "image.webp",
    "alpha-quality": "image.alphaQuality",
    "global-palette": "image.usesGlobalPalette",
    "plain": "image.isPlain",
    "keep-frames": "image.keepsFrames",
    "imagesets": "frames.usesImageSets",
    "for": "player",
    "twin": "imageSet.twin",
    "data": "sheet.data",
    "merge-duplicates": "sheet.mergesDuplicates",
    "png-level": "sheet.png.level",
    "optimize": "sheet.png.isOptimized",
    "max-bytes": "sizeTarget.maxBytes",
    "shrink": "sizeTarget.steps",
    "container": "kind",
  ]
}
