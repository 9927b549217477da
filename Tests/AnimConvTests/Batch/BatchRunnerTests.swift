import CLibrary
import FrameTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch
@testable import AnimConv
@testable import OutputFiles
@testable import Reading

@Suite struct BatchRunnerTests {
  /// A small animation with pixels of two given colours.
  private static func gif(_ first: UInt8, _ second: UInt8 = 0, size: Int = 16) -> [UInt8] {
    var gif = GIFBuilder(size, size)
    gif.frame(.init(w: size, h: size, fill: first, delay: 5))
    gif.frame(.init(w: size, h: size, fill: second, delay: 8))
    gif.end()
    return gif.bytes
  }

  private static func batch(
    _ folder: TemporaryFolder, _ inputs: [String] = ["*.gif"], origin: String = "",
    choices: KeyValuePairs<String, String> = ["container": "mp4"]
  ) throws -> Batch {
    var settings = ConversionSettings()
    for (name, value) in choices { try settings.set(name, to: value) }
    return Batch(
      jobs: [
        BatchJob(
          inputs: inputs.map { folder.path.pushing(FilePath($0)) },
          outputs: [BatchOutput(settings)], folder: folder.appending("out"))
      ], origin: origin)
  }

  private struct Outcome {
    var summary: BatchSummary
    var records: [BatchRecord]

    func record(_ name: String) -> BatchRecord? {
      records.first { $0.output.lastComponent?.string == name }
    }
  }

  private static func run(
    _ batch: Batch, _ change: (inout BatchOptions) -> Void = { _ in }
  ) async throws -> Outcome {
    var options = BatchOptions()
    change(&options)
    let records = Mutex<[BatchRecord]>([])
    let summary = try await BatchRunner(BatchPlan(batch), options: options).run { event in
      if case .ended(let record) = event { records.withLock { $0.append(record) } }
    }
    return Outcome(summary: summary, records: records.withLock { $0 })
  }

  private static func stamp(_ folder: TemporaryFolder, _ name: String) -> FileStamp? {
    FileStamp(of: folder.path.pushing("out").appending(name))
  }

  @Test func aBatchWritesWhatSingleConversionsWrite() async throws {
    try await TemporaryFolder.with { folder in
      for (index, name) in ["a.gif", "b.gif", "c.gif"].enumerated() {
        try folder.write(Self.gif(UInt8(index)), to: name)
      }
      let outcome = try await Self.run(Self.batch(folder))
      #expect(outcome.summary.written == 3)
      #expect(outcome.summary.exitCode == 0)
      for name in ["a", "b", "c"] {
        try await Converter(
          Conversion(
            input: .path(folder.appending(name + ".gif")),
            output: .file(folder.appending(name + ".mp4")))
        ).run()
        #expect(
          try folder.bytes(of: name + ".mp4")
            == TemporaryFolder.bytes(of: folder.path.pushing("out").appending(name + ".mp4")))
      }
      #expect(outcome.record("a.mp4")?.frames == 2)
    }
  }

  /// A run was killed after its outputs got their names; the next run converts nothing and cleans
  /// up.
  @Test func whatAKilledRunLeftGoesAlsoWhenNothingIsMade() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(Self.gif(1), to: "a.gif")
      let batch = try Self.batch(folder)
      _ = try await Self.run(batch)
      let out = TemporaryFolder(path: folder.appending("out"))
      let living = try OutputFile(out.appending("b.mp4"))
      let before = out.names.sorted()
      let stamp = try #require(Self.stamp(folder, "a.mp4"))
      let step = PublicationJournal.Step(
        temporary: ".animconv-4194303-1.tmp", name: "a.mp4", aside: ".animconv-4194303-2.old",
        byteCount: stamp.byteCount, modified: stamp.modified)
      try out.write(PublicationJournal(steps: [step]).bytes, to: ".animconv-4194303-4.names")
      try out.write("old", to: ".animconv-4194303-2.old")
      try out.write("half", to: ".animconv-4194303-3.tmp")
      let outcome = try await Self.run(batch)
      #expect(outcome.summary.unchanged == 1)
      #expect(out.names.sorted() == before)
      living.discard()
    }
  }

  @Test func convertsOnlyWhatChanged() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["a.gif", "b.gif", "c.gif"] { try folder.write(Self.gif(1), to: name) }
      let batch = try Self.batch(folder)
      _ = try await Self.run(batch)
      let before = ["a.mp4", "b.mp4", "c.mp4"].map { Self.stamp(folder, $0) }
      #expect(try await Self.run(batch).summary.unchanged == 3)

      // The same bytes with another time do not count as a change; other bytes do.
      try folder.write(Self.gif(1), to: "a.gif")
      try folder.write(Self.gif(2), to: "b.gif")
      let second = try await Self.run(batch)
      #expect(second.summary.written == 1)
      #expect(second.record("b.mp4")?.status == .written)
      #expect(Self.stamp(folder, "a.mp4") == before[0])
      #expect(Self.stamp(folder, "b.mp4") != before[1])
      #expect(Self.stamp(folder, "c.mp4") == before[2])

      // Changed settings count as a change, and so does force.
      let other = try Self.batch(folder, choices: ["container": "mp4", "crf": "35"])
      #expect(try await Self.run(other).summary.written == 3)
      #expect(try await Self.run(other).summary.written == 0)
      #expect(try await Self.run(other) { $0.isForced = true }.summary.written == 3)

      // A deleted output is written again.
      unlink(folder.path.pushing("out/c.mp4").string)
      let third = try await Self.run(other)
      #expect(third.summary.written == 1 && third.summary.unchanged == 2)
    }
  }

  @Test func bothFilesOfAPairAreRecordedAndPruned() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["a.gif", "b.gif"] { try folder.write(Self.gif(1), to: name) }
      let out = TemporaryFolder(path: folder.appending("out"))
      let batch = try Self.batch(
        folder, choices: ["container": "mp4", "alpha-pair": "true", "schedule": "fps=20"])
      let first = try await Self.run(batch)
      #expect(first.summary.written == 2)
      #expect(
        first.record("a.mp4")?.outputs.map { $0.lastComponent!.string }
          == ["a_rgb.mp4", "a_alpha.mp4"])
      #expect(try await Self.run(batch).summary.unchanged == 2)

      // If either file is deleted, both are written again; a file of the user is kept.
      unlink(out.appending("a_alpha.mp4").string)
      #expect(try await Self.run(batch).summary.written == 1)
      try out.write("mine", to: "b_alpha.mp4")
      let refused = try await Self.run(batch)
      #expect(refused.summary.failed == 1)
      #expect(refused.record("b.mp4")?.failure?.file == out.appending("b_alpha.mp4").string)
      #expect(try out.text(of: "b_alpha.mp4") == "mine")

      unlink(folder.appending("a.gif").string)
      let items = try BatchPruning(BatchPlan(batch)).prune(isRehearsal: false)
      #expect(items.allSatisfy { $0.keptBecause == nil })
      #expect(out.names == [".animconv-batch.jsonl", "b_alpha.mp4", "b_rgb.mp4"])
    }
  }

  /// A batch that reads `sheet/hero.json`, whose picture is `sheet/hero.png`, must not write
  /// `z/hero.gif` over that picture.
  @Test func aPictureThatAnInputNamesIsKept() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["sheet", "z"] { try makeFolders(folder.path.pushing(FilePath(name))) }
      try folder.write(Self.gif(1), to: "z/hero.gif")
      var png = ConversionSettings()
      try png.set("container", to: "png")
      func job(_ input: String, to out: String, _ settings: ConversionSettings) -> BatchJob {
        BatchJob(
          inputs: [folder.path.pushing(FilePath(input))], outputs: [BatchOutput(settings)],
          folder: folder.path.pushing(FilePath(out)), name: try! NameTemplate("{stem}.{ext}"))
      }
      _ = try await Self.run(Batch(jobs: [job("z/hero.gif", to: "sheet", png)]))
      // Under another name, so that only the image would be overwritten.
      #expect(
        rename(folder.path.string + "/sheet/hero.json", folder.path.string + "/sheet/a.json") == 0)
      unlink(folder.path.string + "/sheet/.animconv-batch.jsonl")
      let picture = try folder.bytes(of: "sheet/hero.png")
      try folder.write(Self.gif(2), to: "z/hero.gif")
      var mp4 = ConversionSettings()
      try mp4.set("container", to: "mp4")
      let outcome = try await Self.run(
        Batch(jobs: [job("sheet/a.json", to: "out", mp4), job("z/hero.gif", to: "sheet", png)])
      ) { $0.replacesForeignFiles = true }
      #expect(outcome.summary.failed == 1)
      #expect(outcome.summary.written == 1)
      #expect(try folder.bytes(of: "sheet/hero.png") == picture)
    }
  }

  @Test func whatTheUserHasChangedIsKept() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(Self.gif(1), to: "a.gif")
      let batch = try Self.batch(folder)
      _ = try await Self.run(batch)
      try folder.write("mine", to: "out/a.mp4")
      let outcome = try await Self.run(batch)
      #expect(outcome.summary.failed == 1)
      #expect(outcome.record("a.mp4")?.failure?.exitCode == 73)
      #expect(outcome.record("a.mp4")?.failure?.isTemporary == false)
      #expect(try folder.text(of: "out/a.mp4") == "mine")
      #expect(try await Self.run(batch) { $0.replacesForeignFiles = true }.summary.written == 1)
      #expect(try folder.bytes(of: "out/a.mp4").count > 4)
    }
  }

  @Test func failuresConcernTheirOwnUnitOnly() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["a.gif", "c.gif", "e.gif"] { try folder.write(Self.gif(1), to: name) }
      try folder.write("no picture", to: "b.gif")
      try folder.write([], to: "d.gif")
      let outcome = try await Self.run(Self.batch(folder))
      #expect(outcome.summary.written == 3 && outcome.summary.failed == 2)
      #expect(outcome.summary.exitCode == 1)
      #expect(outcome.record("b.mp4")?.failure?.exitCode == 65)
      #expect(outcome.record("d.mp4")?.failure?.reason == "the file is empty")
      #expect(
        folder.names.filter { $0.hasPrefix(".") }.isEmpty
          && TemporaryFolder(path: folder.appending("out")).names
            == [BatchCache.fileName, "a.mp4", "c.mp4", "e.mp4"]
      )
      // Failures are tried again.
      #expect(try await Self.run(Self.batch(folder)).summary.failed == 2)
      let first = try await Self.run(Self.batch(folder)) {
        $0.stopsAtFailure = true
        $0.jobs = 1
        $0.isForced = true
      }
      #expect(first.summary.written == 1 && first.summary.failed == 1)
      #expect(first.summary.skipped == 3)
      #expect(first.summary.exitCode == 1)
    }
  }

  @Test func aDiskThatIsFullMayPass() {
    var summary = BatchSummary()
    summary.failed = 2
    #expect(summary.exitCode == 1)
    summary.failedTemporarily = 1
    #expect(summary.exitCode == 74)
  }

  /// A frame of a folder, a new frame, and the picture of an atlas are inputs, too.
  @Test func sideFilesCount() async throws {
    try await TemporaryFolder.with { folder in
      mkdir(folder.appending("frames").string, 0o777)
      let frames = TemporaryFolder(path: folder.appending("frames"))
      try frames.writePictures(0..<3)
      let batch = try Self.batch(folder, ["frames"])
      #expect(try await Self.run(batch).summary.written == 1)
      let again = try await Self.run(batch)
      #expect(again.summary.unchanged == 1)
      #expect(again.records[0].inputs.count == 3)
      try frames.write(PictureFiles.png(8, 8, PictureFiles.pixel(9)), to: "f1.png")
      #expect(try await Self.run(batch).summary.written == 1)
      try frames.writePictures(3..<4)
      #expect(try await Self.run(batch).summary.written == 1)
      try frames.write("{ \"frames\": [] }", to: "notes.json")
      #expect(try await Self.run(batch).summary.written == 1)
      #expect(try await Self.run(batch).summary.unchanged == 1)
    }
  }

  @Test func aPatternOfPicturesDoesNotCareForOtherPictures() async throws {
    try await TemporaryFolder.with { folder in
      try folder.writePictures(0..<3)
      try folder.write(PictureFiles.png(8, 8), to: "other.png")
      let job = try Self.batch(folder, ["f%d.png"])
      #expect(try await Self.run(job).summary.written == 1)
      try folder.write(PictureFiles.png(8, 8), to: "more.png")
      #expect(try await Self.run(job).summary.unchanged == 1)
      try folder.writePictures(3..<4)
      #expect(try await Self.run(job).summary.written == 1)
    }
  }

  static let kinds = ["webm", "mov", "png", "frames", "zip"]

  @Test(arguments: kinds)
  func everyKindOfOutputIsRecorded(kind: String) async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(Self.gif(1, size: 64), to: "a.gif")
      let batch = try Self.batch(folder, choices: ["container": kind])
      let first = try await Self.run(batch)
      #expect(first.summary.written == 1, "\(String(describing: first.records[0].failure))")
      #expect(try await Self.run(batch).summary.unchanged == 1)
      #expect(try await Self.run(batch) { $0.isForced = true }.summary.written == 1)
      // If a file among several or in a folder was changed, it belongs to the user.
      let changed = kind == "frames" ? "out/a/frame1.png" : kind == "png" ? "out/a.json" : nil
      if let changed {
        try folder.write("mine", to: changed)
        #expect(try await Self.run(batch).summary.failed == 1)
        #expect(try folder.text(of: changed) == "mine")
      }
    }
  }

  @Test func pruningRemovesWhatIsOursAndNotMadeAnyMore() async throws {
    try await TemporaryFolder.with { folder in
      mkdir(folder.appending("in").string, 0o777)
      mkdir(folder.path.pushing("in/deep").string, 0o777)
      for name in ["in/a.gif", "in/b.gif", "in/deep/c.gif", "in/d.gif"] {
        try folder.write(Self.gif(1), to: name)
      }
      let batch = try Self.batch(folder, ["in/**/*.gif"])
      _ = try await Self.run(batch)
      // An output of another batch file, changed by the user, is never treated as this batch's.
      _ = try await Self.run(Self.batch(folder, ["in/d.gif"], origin: "other.json"))
      try folder.write("mine", to: "out/b.mp4")
      try folder.write("mine", to: "out/mine.mp4")
      for name in ["in/b.gif", "in/deep/c.gif", "in/d.gif"] {
        unlink(folder.path.pushing(FilePath(name)).string)
      }
      let plan = try BatchPlan(batch)
      let rehearsed = try BatchPruning(plan).prune(isRehearsal: true)
      #expect(rehearsed.map { $0.path.lastComponent?.string } == ["b.mp4", "d.mp4", "c.mp4"])
      let out = TemporaryFolder(path: folder.appending("out"))
      #expect(out.names.contains("deep"))
      let items = try BatchPruning(plan).prune(isRehearsal: false)
      #expect(items == rehearsed)
      #expect(items[0].keptBecause == "it has changed since it was written")
      #expect(out.names == [BatchCache.fileName, "a.mp4", "b.mp4", "mine.mp4"])
      #expect(try BatchPruning(plan).prune(isRehearsal: false).count == 1)
    }
  }

  /// Two command lines and a batch file that write to one folder.
  @Test func pruningLeavesTheOutputsOfOtherPatternsAndKinds() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["x", "y"] { try makeFolders(folder.path.pushing(FilePath(name))) }
      for name in ["x/a.gif", "x/b.gif", "y/c.gif"] { try folder.write(Self.gif(1), to: name) }
      let videos = try Self.batch(folder, ["x/*.gif"])
      _ = try await Self.run(videos)
      _ = try await Self.run(Self.batch(folder, ["y/*.gif"]))
      _ = try await Self.run(Self.batch(folder, ["x/*.gif"], choices: ["container": "webp"]))
      _ = try await Self.run(
        Self.batch(folder, ["y/*.gif"], origin: "z", choices: ["container": "gif"]))
      unlink(folder.path.pushing("x/b.gif").string)
      let out = TemporaryFolder(path: folder.appending("out"))
      let all = out.names
      #expect(try BatchPruning(BatchPlan(videos)).prune(isRehearsal: false).count == 1)
      #expect(Set(all).subtracting(out.names) == ["b.mp4"])
      // Names expanded by a shell have the same meaning as the pattern.
      try folder.write(Self.gif(1), to: "x/d.gif")
      let named = try Self.batch(folder, ["x/d.gif"])
      _ = try await Self.run(named)
      unlink(folder.path.pushing("x/d.gif").string)
      try folder.write(Self.gif(1), to: "x/new.gif")
      let later = try Self.batch(folder, ["x/new.gif"])
      _ = try await Self.run(later)
      #expect(
        try BatchPruning(BatchPlan(later)).prune(isRehearsal: false).map { $0.path.lastComponent }
          == ["d.mp4"])
      #expect(
        out.names.contains("a.mp4") && out.names.contains("c.mp4") && out.names.contains("a.webp"))
    }
  }

  /// An unreadable folder is not treated as empty, neither for inputs nor for outputs.
  @Test func pruningRemovesAndForgetsNothingInFoldersThatCannotBeRead() async throws {
    try await TemporaryFolder.with { folder in
      chmod(folder.path.string, 0o755)
      for name in ["in", "in/deep"] { mkdir(folder.path.pushing(FilePath(name)).string, 0o777) }
      try folder.write(Self.gif(1), to: "in/a.gif")
      try folder.write(Self.gif(2), to: "in/deep/c.gif")
      let batch = try Self.batch(folder, ["in/**/*.gif"])
      _ = try await Self.run(batch)
      let (input, output) = (folder.path.pushing("in/deep"), folder.path.pushing("out/deep"))
      let made = TemporaryFolder(path: output)
      let prune = {
        try withoutPrivileges { try BatchPruning(BatchPlan(batch)).prune(isRehearsal: false) }
      }

      chmod(input.string, 0)
      #expect(throws: BatchError.folderUnreadable(folder: input.string, errno: EACCES)) {
        try prune()
      }
      chmod(input.string, 0o777)
      #expect(made.names == ["c.mp4"])

      unlink(input.appending("c.gif").string)
      for (mode, reason) in [(mode_t(0), "read"), (0o555, "removed")] {
        chmod(output.string, mode)
        let items = try prune()
        #expect(items.map(\.keptBecause) == ["it cannot be \(reason): Permission denied"])
        chmod(output.string, 0o777)
        #expect(made.names == ["c.mp4"])
      }
      #expect(
        try BatchPruning(BatchPlan(batch)).prune(isRehearsal: false).map(\.keptBecause) == [nil])
      #expect(made.names.isEmpty)
    }
  }

  @Test func pruningLeavesWhatIsInUseByAnyName() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(Self.gif(1), to: "a.gif")
      try folder.write(Self.gif(2), to: "b.gif")
      // Two paths to one folder.
      let first = try Self.batch(folder, ["a.gif"])
      let other = try Self.batch(folder, ["b.gif"])
      var job = try #require(other.jobs.first)
      job.folder = folder.path.pushing("out/../out")
      let both = Batch(jobs: first.jobs + [job], origin: first.origin)
      _ = try await Self.run(both)
      #expect(try BatchPruning(BatchPlan(both)).prune(isRehearsal: false).isEmpty)
      let out = TemporaryFolder(path: folder.appending("out"))
      #expect(out.names.filter { $0.hasSuffix(".mp4") } == ["a.mp4", "b.mp4"])

      // A former output is now an input.
      var next = first
      next.jobs[0].inputs = [folder.path.pushing("out/a.mp4")]
      next.jobs[0].folder = folder.appending("out")
      next.jobs[0].name = try NameTemplate("again-{stem}.{ext}")
      _ = try await Self.run(next)
      _ = try BatchPruning(BatchPlan(next)).prune(isRehearsal: false)
      #expect(out.names.contains("a.mp4"))
    }
  }

  @Test func pruningDoesNotFollowLinksOutOfTheFolder() async throws {
    try await TemporaryFolder.with { folder in
      mkdir(folder.appending("in").string, 0o777)
      mkdir(folder.path.pushing("in/deep").string, 0o777)
      try folder.write(Self.gif(1), to: "in/a.gif")
      try folder.write(Self.gif(2), to: "in/deep/c.gif")
      let batch = try Self.batch(folder, ["in/**/*.gif"])
      _ = try await Self.run(batch)
      rename(folder.path.pushing("out/deep").string, folder.appending("archive").string)
      symlink("../archive", folder.path.pushing("out/deep").string)
      unlink(folder.path.pushing("in/deep/c.gif").string)
      let items = try BatchPruning(BatchPlan(batch)).prune(isRehearsal: false)
      #expect(items.map(\.keptBecause) == ["it is behind a symbolic link"])
      #expect(TemporaryFolder(path: folder.appending("archive")).names == ["c.mp4"])
    }
  }

  @Test func sharesTogetherAreTheWholeAndTheirReportsMerge() async throws {
    try await TemporaryFolder.with { folder in
      for index in 0..<9 {
        try folder.write(Self.gif(UInt8(index % 4), size: 8 + index), to: "\(index).gif")
      }
      try folder.write("broken", to: "9.gif")
      let whole = try BatchPlan(Self.batch(folder))
      var merge = BatchMerge()
      for number in 1...3 {
        let share = whole.balancedShard(BatchShard(number: number, count: 3)!)
        #expect(share.units.count >= 3)
        let lines = Mutex("")
        _ = try await BatchRunner(share).run { event in
          if case .ended(let record) = event { lines.withLock { $0 += record.line() } }
        }
        let name = "\(number).jsonl"
        try folder.write(share.reportStart.line + lines.withLock { $0 }, to: name)
        #expect(merge.missingCount == (number == 1 ? nil : 10 - merge.unitCount))
        try merge.add(folder.appending(name))
      }
      #expect(merge.missingCount == 0)
      #expect(merge.summary.written == 9 && merge.summary.failed == 1)
      #expect(merge.summary.exitCode == 1)
      var outputs: [FilePath] = []
      try merge.forEachRecord { record, _ in outputs.append(record.output) }
      #expect(outputs == whole.units.map(\.output).sorted { $0.string < $1.string })

      // Outputs collected without the record count as done after merging.
      unlink(folder.path.pushing("out").appending(BatchCache.fileName).string)
      #expect(try merge.record(in: folder.appending("out")) == 9)
      let again = try await Self.run(Self.batch(folder))
      #expect(again.summary.unchanged == 9 && again.summary.failed == 1)

      // A repeated share replaces an earlier failure; a failure never replaces an output.
      try folder.write(Self.gif(1), to: "9.gif")
      let last = try await Self.run(Self.batch(folder))
      try folder.write(
        whole.reportStart.line + last.records.map { $0.line() }.joined(), to: "4.jsonl")
      try merge.add(folder.appending("4.jsonl"))
      try merge.add(folder.appending("1.jsonl"))
      #expect(merge.summary.failed == 0)
      #expect(merge.summary.exitCode == 0)
    }
  }

  @Test func aReportThatIsNoneIsRefusedAndACutOffLineIsNot() throws {
    try TemporaryFolder.with { folder in
      try folder.write("hello\nworld\n", to: "a")
      var merge = BatchMerge()
      #expect(throws: BatchError.notAReport(file: folder.appending("a").string, line: 1)) {
        try merge.add(folder.appending("a"))
      }
      try folder.write("{\"unit\": \"12", to: "b")
      try merge.add(folder.appending("b"))
      #expect(merge.unitCount == 0)
      #expect(merge.gaps.map(\.reason) == ["it is cut off in line 1"])
    }
  }

  @Test func aCancelledBatchLeavesNothingHalf() async throws {
    try await TemporaryFolder.with { folder in
      for index in 0..<30 { try folder.write(Self.gif(1, size: 200), to: "\(index).gif") }
      let batch = try Self.batch(folder)
      let task = Task { try await Self.run(batch) }
      try await Task.sleep(for: .milliseconds(30))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let names = TemporaryFolder(path: folder.appending("out")).names
      #expect(!names.contains { $0.hasSuffix(".tmp") })
      #expect(try await Self.run(batch).summary.failed == 0)
    }
  }

  @Test func theSameBytesWithAnyNumberOfJobs() async throws {
    try await TemporaryFolder.with { folder in
      for index in 0..<6 {
        try folder.write(Self.gif(UInt8(index % 4), 3, size: 40 + 60 * index), to: "\(index).gif")
      }
      var digests: [[[UInt8]]] = []
      for jobs in [1, 2, 5] {
        _ = try await Self.run(Self.batch(folder)) {
          $0.jobs = jobs
          $0.maxMemory = jobs == 5 ? 1 : 1 << 30
          $0.isForced = true
        }
        digests.append(try (0..<6).map { try folder.bytes(of: "out/\($0).mp4") })
      }
      #expect(digests[0] == digests[1] && digests[1] == digests[2])
    }
  }
}
