// A program that ends while the on-device model works, for tests that look at how it ends.
//
//   ExitingProgram MODEL PHASE NUMBER WAY
//
// It brings the model into a phase, waits so many microseconds, and ends in a way; see `Phase` and
// `Way`. In the phase `line` the number is that of a line in the log instead.

import Foundation
import HybridInference
import LocalBackend

let arguments = CommandLine.arguments
guard arguments.count == 5, let phase = Phase(rawValue: arguments[2]),
  let number = UInt32(arguments[3]), let way = Way(rawValue: arguments[4])
else { exit(64) }
let work = Work(modelPath: arguments[1])

if phase == .line {
  work.beginLoad(untilLine: number, exitsInside: way == .inside)
} else {
  work.begin(phase)
  usleep(number)
}
switch way {
case .main: break
case .call: exit(0)
case .thread, .inside:
  Thread { exit(0) }.start()
  while true { sleep(1) }
}
