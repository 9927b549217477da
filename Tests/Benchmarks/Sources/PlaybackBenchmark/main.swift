// Measures the properties that the library's players promise:
//
//     PlaybackBenchmark random FILE [ACCESSES [MIB]] survey, first frame, frames in random order
//     PlaybackBenchmark backward FILE STRIDE MIB    walks backward; peak memory of the process
//     PlaybackBenchmark forward FILE                plays all frames; peak memory of the process
//     PlaybackBenchmark memory FILE                 memory taken and stated, in KiB
//     PlaybackBenchmark together SECONDS MIB FILE...  plays all files at once in one budget
//     PlaybackBenchmark ticks SECONDS MIB FILE...   shows what is ready at 60 Hz; 0 MiB: a budget of each
//     PlaybackBenchmark soak COUNT FOLDER FILE...   conversions in one process; memory and files

import AnimConv
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "random" where arguments.count >= 2:
  let numbers = arguments.dropFirst(2).map { Int($0)! }
  try await measureRandomAccess(
    arguments[1], accesses: numbers.first ?? 1000,
    budget: numbers.count > 1 ? FrameBudget(bytes: numbers[1] << 20) : FrameBudget())
case "backward" where arguments.count == 4:
  try await walkBackward(arguments[1], stride: Int(arguments[2])!, mebibytes: Int(arguments[3])!)
case "forward" where arguments.count == 2:
  try await playForward(arguments[1])
case "memory" where arguments.count == 2:
  try await compareMemory(arguments[1])
case "together" where arguments.count >= 4:
  try await playTogether(
    seconds: Int(arguments[1])!, mebibytes: Int(arguments[2])!, files: Array(arguments[3...]))
case "ticks" where arguments.count >= 4:
  try await playAtTicks(
    seconds: Int(arguments[1])!, mebibytes: Int(arguments[2])!, files: Array(arguments[3...]))
case "soak" where arguments.count >= 4:
  try await soak(Int(arguments[1])!, folder: arguments[2], files: Array(arguments[3...]))
default:
  print("usage: random FILE [N [MIB]] | backward FILE STRIDE MIB | forward FILE | memory FILE")
  print("       ticks SECONDS MIB FILE...")
  print("       together SECONDS MIB FILE... | soak COUNT FOLDER FILE...")
  exit(64)
}
