import HybridInference

extension Transcript {
  /// Where each turn begins: at what the user says, not at the result of a tool.
  var turnStarts: [Int] { indices.filter { self[$0].isPrompt } }

  /// The bytes of all that a model is shown of it, without what its template writes.
  var promptByteCount: Int {
    reduce(instructions?.utf8.count ?? 0) { $0 + $1.promptText.utf8.count }
  }

  /// The conversation without its oldest turns; the instructions stay.
  func droppingTurns(_ count: Int) -> Transcript {
    let starts = turnStarts
    guard count > 0, count < starts.count else { return self }
    return Transcript(instructions: instructions, entries: Array(self[starts[count]...]))
  }
}

/// Decides how many of a conversation's oldest turns the model does not see.
enum TurnDropping {
  /// How many turns to drop.
  ///
  /// What is dropped grows in leaps of a quarter of the room, so that it stays the same for some
  /// turns, and what was read stays of use.
  ///
  /// - Parameters:
  ///   - turns: How many turns there are; the newest always stays.
  ///   - room: How many tokens fit.
  ///   - size: How many tokens are left without so many of the oldest turns; it falls.
  /// - Returns: The number.
  /// - Throws: What `size` throws.
  static func count<Failure: Error>(
    turns: Int,
    room: Int,
    size: (Int) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let total = try size(0)
    guard total > room, turns > 1 else { return 0 }
    let leap = max(1, room / 4)
    let target = total - (total - room + leap - 1) / leap * leap
    var least = 1
    var most = turns - 1
    while least < most {
      let middle = (least + most) / 2
      if try size(middle) <= target { most = middle } else { least = middle + 1 }
    }
    return least
  }
}
