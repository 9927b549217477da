import Testing

@testable import GIFBlocks

@Suite struct LZWClearPlanTests {
  /// Indices; some of them may be 0 instead.
  private func choices(_ random: inout TestPictures, count: Int, colors: Int) -> IndexChoices {
    var choices = IndexChoices()
    let indices = random.runs(count, colors: colors, longest: 6)
    let free = random.runs(count, colors: 3, longest: 30)
    for (index, kind) in zip(indices, free) {
      switch kind {
      case 0: choices.append(index)
      case 1: choices.append(index, or: 0)
      default: choices.append(0)
      }
    }
    return choices
  }

  private func decode(
    _ plan: LZWClearPlan, _ choices: IndexChoices, minCodeSize: Int
  ) throws -> LZWReference {
    let data = plan.encode(choices, minCodeSize: minCodeSize, parser: LZWParser())
    #expect(data.count <= (plan.bitCount + 7) / 8)
    let read = try LZWReference(data, minCodeSize: minCodeSize)
    #expect(read.indices.count == choices.count)
    let wrong = read.indices.indices.first {
      let index = read.indices[$0]
      return index != choices.painted[$0] && index != choices.other[$0]
    }
    #expect(wrong == nil)
    return read
  }

  @Test(arguments: 2...8)
  func everyPixelIsOneOfItsChoices(size: Int) throws {
    let parser = LZWParser()
    for seed in 0..<8 as Range<UInt64> {
      var random = TestPictures(seed: seed)
      let choices = choices(&random, count: [1, 40, 900, 9000][Int(seed % 4)], colors: 1 << size)
      for effort in [0, 1, 4, 9] {
        let plan = LZWClearPlan(
          choices, effort: LZWEffort(effort: effort), minCodeSize: size, parser: parser)
        _ = try decode(plan, choices, minCodeSize: size)
      }
    }
  }

  /// Each style alone, with and without trying shorter strings, on a table that becomes full.
  @Test func theBitsOfAPlanAreThoseThatAreWritten() throws {
    var random = TestPictures(seed: 21)
    let choices = choices(&random, count: 40_000, colors: 16)
    let parser = LZWParser()
    for preference in [LZWParseStyle.Preference.transparent, .painted, .same] {
      for isStrict in [false, true] {
        for lookAhead in [0, 3, 40] {
          let style = LZWParseStyle(
            preference: preference, isStrict: isStrict, lookAhead: lookAhead)
          let plan = LZWClearPlan(
            plainly: choices,
            effort: LZWEffort(styles: [style], clearSpacing: 0, patience: 0), minCodeSize: 4,
            parser: parser)
          let data = plan.encode(choices, minCodeSize: 4, parser: parser)
          #expect(data.count == (plan.bitCount + 7) / 8)
          let clears = try decode(plan, choices, minCodeSize: 4).clears
          #expect(clears.count == plan.segments.count - 1)
        }
      }
    }
  }

  /// Strings of one part do not occur in the next, and a full table of them multiplies the size:
  /// every effort must clear it.
  @Test(arguments: [0, 1, 2, 4]) func aTableThatIsOfNoUseIsEmptied(effort: Int) throws {
    var random = TestPictures(seed: 8)
    var choices = IndexChoices()
    for part in 0..<12 {
      let row = random.noise(300, colors: 16)
      for _ in 0..<80 { for index in row { choices.append(UInt8((Int(index) + part) % 16)) } }
    }
    let parser = LZWParser()
    let plan = LZWClearPlan(
      choices, effort: LZWEffort(effort: effort), minCodeSize: 4, parser: parser)
    #expect(plan.segments.count > 4)
    #expect(try !decode(plan, choices, minCodeSize: 4).clears.isEmpty)
  }

  @Test func freedomSavesBits() {
    var random = TestPictures(seed: 3)
    let choices = choices(&random, count: 80_000, colors: 16)
    let parser = LZWParser()
    func bits(_ styles: [LZWParseStyle]) -> Int {
      LZWClearPlan(
        plainly: choices,
        effort: LZWEffort(styles: styles, clearSpacing: 0, patience: 0), minCodeSize: 4,
        parser: parser
      ).bitCount
    }
    let strict = bits([LZWParseStyle(preference: .transparent, isStrict: true)])
    let free = bits([LZWParseStyle(preference: .transparent)])
    #expect(free < strict)
    #expect(bits([LZWParseStyle(preference: .transparent, lookAhead: 0)]) > free)
  }

  /// With literals of 2 bits, the first entries of a table have the codes that are literals with 3
  /// bits.
  @Test func aParserKeepsNothingOfAnEarlierFrame() {
    var random = TestPictures(seed: 40)
    let small = choices(&random, count: 3000, colors: 4)
    let large = choices(&random, count: 20_000, colors: 200)
    let effort = LZWEffort(
      styles: [LZWParseStyle(preference: .same)], clearSpacing: 0, patience: 0)
    let used = LZWParser()
    let first = LZWClearPlan(large, effort: effort, minCodeSize: 8, parser: used)
    let data = first.encode(large, minCodeSize: 8, parser: used)
    _ = LZWClearPlan(small, effort: effort, minCodeSize: 2, parser: used)
    #expect(first.encode(large, minCodeSize: 8, parser: used) == data)
  }

  /// Long strings, which a few tries do not shorten enough, and a table that becomes full.
  @Test func lookingFurtherAtTheEndSavesBitsToo() throws {
    var random = TestPictures(seed: 31)
    let row = random.runs(400, colors: 8, longest: 30)
    var choices = IndexChoices()
    for _ in 0..<300 {
      let shift = random.number(below: 400)
      for at in 0..<400 { choices.append(row[(at + shift) % 400]) }
      for index in random.noise(20, colors: 8) { choices.append(index) }
    }
    let parser = LZWParser()
    func plan(_ finalLookAhead: Int) -> LZWClearPlan {
      let style = LZWParseStyle(preference: .painted, lookAhead: 1)
      return LZWClearPlan(
        choices,
        effort: LZWEffort(
          styles: [style], clearSpacing: 0, patience: 0, finalLookAhead: finalLookAhead),
        minCodeSize: 3, parser: parser)
    }
    #expect(plan(64).bitCount < plan(0).bitCount)
    _ = try decode(plan(64), choices, minCodeSize: 3)
  }

  /// With one table that never fills, one that does, and several.
  @Test(arguments: [2000, 30_000]) func shorterStringsSaveBits(count: Int) throws {
    let parser = LZWParser()
    for spacing in [0, 512] {
      var random = TestPictures(seed: UInt64(count))
      let choices = choices(&random, count: count, colors: 16)
      func plan(_ tries: Int) -> LZWClearPlan {
        var effort = LZWEffort(
          styles: [LZWParseStyle(preference: .same)], clearSpacing: spacing, patience: 4096)
        effort.cutTries = tries
        return LZWClearPlan(choices, effort: effort, minCodeSize: 4, parser: parser)
      }
      let (plain, few, many) = (plan(0), plan(16), plan(1000))
      #expect(plain.segments.allSatisfy { $0.cuts.isEmpty })
      #expect(few.bitCount <= plain.bitCount)
      #expect(many.bitCount < few.bitCount)
      for plan in [plain, few, many] {
        let data = plan.encode(choices, minCodeSize: 4, parser: parser)
        #expect(data.count == (plan.bitCount + 7) / 8)
        _ = try decode(plan, choices, minCodeSize: 4)
      }
    }
  }

  /// Two kinds of picture, one below the other: strings of the first do not occur in the second.
  @Test func theTableIsEmptiedWhereThePictureChanges() throws {
    var random = TestPictures(seed: 12)
    var choices = IndexChoices()
    for index in random.runs(30_000, colors: 4, longest: 5) { choices.append(index) }
    for index in random.runs(30_000, colors: 4, longest: 5) { choices.append(4 + index) }
    let parser = LZWParser()
    let effort = LZWEffort(effort: 9)
    let plain = LZWClearPlan(
      plainly: choices, effort: effort, minCodeSize: 3, parser: parser)
    let planned = LZWClearPlan(choices, effort: effort, minCodeSize: 3, parser: parser)
    #expect(planned.bitCount < plain.bitCount)
    let clears = planned.segments.dropLast().map(\.end)
    #expect(clears.contains { abs($0 - 30_000) < 400 }, "\(clears)")
    let read = try decode(planned, choices, minCodeSize: 3)
    #expect(read.clears.count == clears.count)
  }

  @Test func anEmptyTableAtTheStartIsNotAClearCode() throws {
    var choices = IndexChoices()
    for _ in 0..<50 { choices.append(1) }
    let parser = LZWParser()
    let plan = LZWClearPlan(
      choices, effort: LZWEffort(effort: 9), minCodeSize: 2, parser: parser)
    #expect(plan.segments.count == 1)
    #expect(try decode(plan, choices, minCodeSize: 2).clears.isEmpty)
  }
}
