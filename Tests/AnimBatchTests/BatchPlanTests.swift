import AnimTiming
import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch
@testable import AnimConv
@testable import OutputFiles
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

@Suite struct BatchPlanTests {
  @Test func jobsAreKeptToWhatAMachineCanStart() {
    var options = BatchOptions()
    options.jobs = .max
    #expect(options.jobs == BatchOptions.maxJobs)
    options.jobs = 0
    #expect(options.jobs == 1)
  }

  private func settings(_ container: String = "mp4") throws -> ConversionSettings {
    var settings = ConversionSettings()
    try settings.set("container", to: container)
    return settings
  }

  private func plan(
    _ folder: TemporaryFolder, _ inputs: [String], to container: String = "mp4",
    out: String = "out", name: String = "{dir}/{stem}{suffix}.{ext}"
  ) throws -> BatchPlan {
    let job = BatchJob(
      inputs: inputs.map { folder.path.pushing(FilePath($0)) },
      outputs: [BatchOutput(try settings(container))],
      folder: folder.path.pushing(FilePath(out)), name: try NameTemplate(name))
    return try BatchPlan(Batch(jobs: [job]))
  }

  @Test func anInputThatTwoPatternsMatchIsConvertedOnce() throws {
    try TemporaryFolder.with { folder in
      for name in ["a.gif", "b.gif"] { try folder.write([], to: name) }
      let plan = try plan(folder, ["*.gif", "a.gif"])
      #expect(plan.units.map(\.target) == ["a.mp4", "b.mp4"])
      #expect(Set(plan.units.map(\.id)).count == 2)
      #expect(try plan.only([plan.units[1].id]).units.map(\.target) == ["b.mp4"])
      #expect(throws: BatchError.unknownUnit("x")) { try plan.only(["x"]) }
    }
  }

  @Test func twoInputsForOneOutputAreNamed() throws {
    try TemporaryFolder.with { folder in
      for name in ["a.gif", "a.png"] { try folder.write([], to: name) }
      let error = #expect(throws: BatchError.self) { try plan(folder, ["a.gif", "a.png"]) }
      #expect(
        error
          == .sameTarget(
            target: folder.path.pushing("out/a.mp4").string,
            first: folder.appending("a.gif").string, second: folder.appending("a.png").string,
            byCase: false))
    }
  }

  /// `a.gif` makes `a.png` and `a.json`, `a.json.gif` only `a.json.png`.
  @Test func theDataOfASheetIsATargetToo() throws {
    try TemporaryFolder.with { folder in
      for name in ["a.gif", "b.gif"] { try folder.write([], to: name) }
      let sheets = try plan(folder, ["a.gif"], to: "png")
      #expect(
        sheets.units[0].expectedOutputs.map { $0.lastComponent!.string } == ["a.png", "a.json"])
    }
  }

  @Test func bothFilesOfAPairAreTargets() throws {
    try TemporaryFolder.with { folder in
      for name in ["a.gif", "a_rgb.gif", "a_alpha.gif"] { try folder.write([], to: name) }
      var pair = try settings()
      try pair.set("alpha-pair", to: "true")
      func job(_ input: String, _ settings: ConversionSettings) -> BatchJob {
        BatchJob(
          inputs: [folder.appending(input)], outputs: [BatchOutput(settings)],
          folder: folder.appending("out"))
      }
      let plan = try BatchPlan(Batch(jobs: [job("a.gif", pair)]))
      #expect(
        plan.units[0].expectedOutputs.map { $0.lastComponent!.string }
          == ["a_rgb.mp4", "a_alpha.mp4"])
      // Outputs of another job under either name, or under the name that represents both.
      for input in ["a_rgb.gif", "a_alpha.gif", "a.gif"] {
        let error = #expect(throws: BatchError.self) {
          try BatchPlan(Batch(jobs: [job("a.gif", pair), job(input, settings())]))
        }
        guard case .sameTarget = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
    }
  }

  @Test func anOutputOverAnInputIsRefused() throws {
    try TemporaryFolder.with { folder in
      for name in ["a.gif", "b.mp4"] { try folder.write([], to: name) }
      #expect(throws: BatchError.self) {
        try plan(folder, ["a.gif"], out: ".", name: "{stem}.gif")
      }
      let error = #expect(throws: BatchError.self) {
        try plan(folder, ["b.mp4"], out: ".", name: "{stem}.{ext}")
      }
      #expect(error?.reason == "it is the input itself")
    }
  }

  @Test func noTargetLeavesTheFolder() throws {
    try TemporaryFolder.with { folder in
      try makeFolders(folder.path.pushing("a/x"))
      try makeFolders(folder.path.pushing("b"))
      for name in ["a/x/y.gif", "b/z.gif"] { try folder.write([], to: name) }
      func refuses(_ input: String, to container: String, name: String) -> Bool {
        do { _ = try plan(folder, [input], to: container, name: name) } catch {
          guard case .nameTemplate(name, _, _) = error as? BatchError else { return false }
          return true
        }
        return false
      }
      let standard = "{dir}/{stem}{suffix}.{ext}"
      #expect(refuses("a/*/../../b/*.gif", to: "mp4", name: standard))
      #expect(refuses("b/z.gif", to: "mp4", name: ".{suffix}./{stem}.{ext}"))
      #expect(refuses("a/x/..", to: "frames", name: "{name}"))
      #expect(refuses("a/.", to: "frames", name: "{dir}{suffix}/{name}{suffix}/."))
      #expect(!refuses("b/z.gif", to: "mp4", name: standard))
    }
  }

  @Test func aTargetInsideTheFolderOfAnotherIsRefused() throws {
    try TemporaryFolder.with { folder in
      try makeFolders(folder.path.pushing("as/g1"))
      for name in ["as/g1.gif", "as/g1/f.gif"] { try folder.write([], to: name) }
      let error = #expect(throws: BatchError.self) {
        try plan(folder, ["as/**/*.gif"], to: "frames")
      }
      let out = folder.path.pushing("out")
      #expect(
        error
          == .targetInTarget(
            target: out.pushing("g1/f").string,
            from: folder.path.pushing("as/g1/f.gif").string, folder: out.pushing("g1").string,
            of: folder.path.pushing("as/g1.gif").string))
      #expect(try plan(folder, ["as/**/*.gif"]).units.count == 2)
    }
  }

  @Test func anUnknownKindOfOutputIsRefused() throws {
    try TemporaryFolder.with { folder in
      try folder.write([], to: "a.gif")
      let job = BatchJob(
        inputs: [folder.appending("a.gif")],
        outputs: [BatchOutput(ConversionSettings())], folder: folder.path)
      #expect(throws: BatchError.noOutputKind) { try BatchPlan(Batch(jobs: [job])) }
    }
  }

  @Test func largeAnimationsAreEstimatedToCostMore() {
    func estimate(_ side: Int, frames: Int, _ kind: OutputKind = .video(.mp4)) -> JobEstimate {
      var conversion = Conversion(input: .path("a"), output: .file("b"))
      conversion.kind = kind
      let size = PixelSize(width: side, height: side)
      let frame = SourceInfo.Frame(
        delay: .declared(ticks: 5, timebase: .centiseconds), rect: .init(size),
        disposal: .keep, blend: .source)
      return JobEstimate(
        conversion,
        source: SourceInfo(
          kind: .gif, size: size, frames: Array(repeating: frame, count: frames), plays: .forever,
          declaresPlays: true, alpha: .absent, defaultPolicy: .verbatim(zeroDelay: nil)))
    }
    let small = estimate(64, frames: 20)
    #expect(small.slots == 1)
    #expect(small.peakBytes < 24 << 20)
    let large = estimate(1000, frames: 300)
    #expect(large.slots == 4)
    #expect(large.peakBytes > 10 * small.peakBytes)
    #expect(large.milliseconds > 100 * small.milliseconds)
    #expect(estimate(1000, frames: 300, .frameFolder).slots == .max)
  }
}
