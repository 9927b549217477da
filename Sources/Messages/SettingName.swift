/// The name of one choice, in the forms that messages and programs use.
///
/// Each has a constant, so a name that does not exist does not compile.
public struct SettingName: Sendable, Hashable {
  /// The long option without its dashes, and the key in presets and batch files: `max-size`.
  public let text: String
  /// The property of a conversion, as a Swift key path: `sheet.maxSize`. If the setting has several,
  /// the main one.
  public let property: String

  package init(_ text: String, _ property: String) {
    self.text = text
    self.property = property
  }
}

// Settings for reading.
extension SettingName {
  package static let strict = SettingName("strict", "reading.isStrict")
  package static let hdr = SettingName("hdr", "reading.highDynamicRange")
  package static let stream = SettingName("stream", "reading.video.stream")
  package static let deinterlace = SettingName("deinterlace", "reading.video.deinterlace")
  package static let maxPixels = SettingName("max-pixels", "reading.limits.maxPixels")
  package static let maxSide = SettingName("max-side", "reading.limits.maxSide")
  package static let maxFrames = SettingName("max-frames", "reading.limits.maxFrames")
  package static let maxTotalPixels = SettingName(
    "max-total-pixels", "reading.limits.maxTotalPixels")
  package static let maxMetadataChunk = SettingName(
    "max-metadata-chunk", "reading.limits.maxMetadataChunkBytes")
  package static let maxMetadata = SettingName("max-metadata", "reading.limits.maxMetadataBytes")
  package static let maxInputBytes = SettingName("max-input-bytes", "reading.limits.maxInputBytes")
  package static let maxSpooledBytes = SettingName(
    "max-spooled-bytes", "reading.limits.maxSpooledBytes")
  package static let fps = SettingName("fps", "reading.frameRate")
  package static let gaps = SettingName("gaps", "reading.folder.gaps")
  package static let sizes = SettingName("sizes", "reading.folder.sizes")
  package static let inputScale = SettingName("input-scale", "reading.folder.inputScale")
  package static let startNumber = SettingName("start-number", "reading.folder.startNumber")
  package static let mergeRepeats = SettingName("merge-repeats", "reading.folder.mergesRepeats")
  package static let cut = SettingName("cut", "reading.sheet.use")
  package static let cell = SettingName("cell", "reading.sheet.grid.cell")
  package static let grid = SettingName("grid", "reading.sheet.grid.grid")
  package static let count = SettingName("count", "reading.sheet.grid.count")
  package static let spacing = SettingName("spacing", "reading.sheet.grid.spacing")
  package static let margin = SettingName("margin", "reading.sheet.grid.margin")
  package static let order = SettingName("order", "reading.sheet.grid.order")
  package static let dropBlank = SettingName("drop-blank", "reading.sheet.dropsBlankFrames")
  package static let tag = SettingName("tag", "reading.sheet.tag")
  package static let layer = SettingName("layer", "reading.aseprite.layer")
  package static let hiddenLayers = SettingName(
    "hidden-layers", "reading.aseprite.showsHiddenLayers")
  package static let slice = SettingName("slice", "reading.aseprite.slice")
  package static let pixelAspect = SettingName(
    "pixel-aspect", "reading.aseprite.appliesPixelAspect")
  package static let image = SettingName("image", "reading.sheet.image")
}

// Settings for timing.
extension SettingName {
  package static let delays = SettingName("delays", "timing.delays")
  package static let zeroDelay = SettingName("zero-delay", "timing.delays")
  package static let frameDelays = SettingName("frame-delays", "timing.frameDelays")
  package static let range = SettingName("range", "timing.edits.range")
  package static let at = SettingName("at", "timing.edits.at")
  package static let select = SettingName("select", "timing.edits.select")
  package static let sceneThreshold = SettingName("scene-threshold", "timing.scenes.threshold")
  package static let minScene = SettingName("min-scene", "timing.scenes.shortest")
  package static let every = SettingName("every", "timing.edits.every")
  package static let pick = SettingName("pick", "timing.edits.pick")
  package static let poster = SettingName("poster", "timing.poster")
  package static let reverse = SettingName("reverse", "timing.edits.direction")
  package static let bounce = SettingName("bounce", "timing.edits.direction")
  package static let speed = SettingName("speed", "timing.edits.speed")
  package static let holdLast = SettingName("hold-last", "timing.edits.holdLast")
  package static let loops = SettingName("loops", "timing.edits.loops")
  package static let minDuration = SettingName("min-duration", "timing.edits.minDuration")
  package static let schedule = SettingName("schedule", "timing.schedule")
  package static let slotTolerance = SettingName("slot-tolerance", "timing.schedule")
  package static let maxFps = SettingName("max-fps", "timing.budget.maxFrameRate")
  package static let maxSlots = SettingName("max-slots", "timing.budget.maxSlots")
  package static let maxOutputFrames = SettingName("max-output-frames", "timing.maxOutputFrames")
}

// Settings for size and transparency.
extension SettingName {
  package static let scale = SettingName("scale", "shaping.scale")
  package static let filter = SettingName("filter", "shaping.filter")
  package static let fit = SettingName("fit", "shaping.fit")
  package static let crop = SettingName("crop", "shaping.crop")
  package static let alpha = SettingName("alpha", "shaping.alpha")
  package static let template = SettingName("template", "shaping.alpha")
  package static let alphaPair = SettingName("alpha-pair", "shaping.alpha")
  package static let alphaMix = SettingName("alpha-mix", "shaping.alpha")
  package static let matte = SettingName("matte", "shaping.matte")
}

// Settings for videos.
extension SettingName {
  package static let codec = SettingName("codec", "video.codec")
  package static let crf = SettingName("crf", "video.crf")
  package static let encoderPreset = SettingName("encoder-preset", "video.encoderPreset")
  package static let bframes = SettingName("bframes", "video.bFrames")
  package static let bitrate = SettingName("bitrate", "video.bitrate")
  package static let chroma = SettingName("chroma", "video.chroma")
  package static let audio = SettingName("audio", "video.audio")
  package static let lossless = SettingName("lossless", "video.isLossless")
  package static let undither = SettingName("undither", "undithering")
  package static let threads = SettingName("threads", "video.threads")
  package static let segments = SettingName("segments", "video.segments")
  package static let maxMemory = SettingName("max-memory", "video.maxMemory")
}

// Settings for images, sheets, files of frames, players and outputs.
extension SettingName {
  package static let layout = SettingName("layout", "sheet.layout")
  package static let columns = SettingName("columns", "sheet.columns")
  package static let maxSize = SettingName("max-size", "sheet.maxSize")
  package static let powerOfTwo = SettingName("power-of-two", "sheet.powerOfTwo")
  package static let padding = SettingName("padding", "sheet.padding")
  package static let border = SettingName("border", "sheet.border")
  package static let extrude = SettingName("extrude", "sheet.extrude")
  package static let trim = SettingName("trim", "sheet.trims")
  package static let rotate = SettingName("rotate", "sheet.allowsRotation")
  package static let labels = SettingName("labels", "sheet.labelsTimes")
  package static let labelFrames = SettingName("label-frames", "sheet.labelsFrames")
  package static let labelHead = SettingName("label-head", "sheet.hasHead")
  package static let labelFont = SettingName("label-font", "sheet.labelFont")
  package static let scales = SettingName("scales", "sheet.scales")
  package static let name = SettingName("name", "frames.name")
  package static let pad = SettingName("pad", "frames.pad")
  package static let start = SettingName("start", "frames.start")
  package static let duplicates = SettingName("duplicates", "frames.repeats")
  package static let frameFormat = SettingName("frame-format", "frames.format")
  package static let depth = SettingName("depth", "frames.depth")
  package static let resume = SettingName("resume", "frames.resumes")
  package static let quality = SettingName("quality", "frames.quality")
  package static let effort = SettingName("effort", "image.effort")
  package static let colors = SettingName("colors", "image.colors")
  package static let dither = SettingName("dither", "image.dither")
  package static let motionThreshold = SettingName("motion-threshold", "image.motionThreshold")
  package static let alphaEdge = SettingName("alpha-edge", "image.alphaEdge")
  package static let webp = SettingName("webp", "image.webp")
  package static let alphaQuality = SettingName("alpha-quality", "image.alphaQuality")
  package static let globalPalette = SettingName("global-palette", "image.usesGlobalPalette")
  package static let plain = SettingName("plain", "image.isPlain")
  package static let keepFrames = SettingName("keep-frames", "image.keepsFrames")
  package static let imagesets = SettingName("imagesets", "frames.usesImageSets")
  package static let `for` = SettingName("for", "playerAsset")
  package static let twin = SettingName("twin", "imageSet.twin")
  package static let data = SettingName("data", "sheet.data")
  package static let mergeDuplicates = SettingName("merge-duplicates", "sheet.mergesDuplicates")
  package static let pngLevel = SettingName("png-level", "sheet.png.level")
  package static let optimize = SettingName("optimize", "sheet.png.isOptimized")
  package static let target = SettingName("target", "qualityTarget")
  package static let ssim = SettingName("ssim", "qualityTarget")
  package static let maxBytes = SettingName("max-bytes", "sizeTarget.maxBytes")
  package static let shrink = SettingName("shrink", "sizeTarget.steps")
  package static let container = SettingName("container", "kind")
}

// Options of the command line that are not settings of a conversion.
extension SettingName {
  package static let listUnits = SettingName("list-units", "BatchPlan.units")
  package static let missing = SettingName("missing", "BatchMerge.lacks(_:)")
}
