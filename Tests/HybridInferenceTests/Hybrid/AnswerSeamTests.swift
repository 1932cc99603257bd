import TestSupport
import XCTest

@testable import HybridInference

final class AnswerSeamTests: XCTestCase {
  private let text = "The sky is blue because the air does it."

  /// What comes of an answer that is cut after `text` and gone on with in these pieces.
  private func joined(
    _ pieces: [String],
    after text: String? = nil,
    shortest: Int? = 24
  ) -> (text: String, note: String?) {
    var seam = AnswerSeam()
    var first = ScriptedModel.chunk(text ?? self.text)
    seam.pass(&first)
    seam.begin(note: "Continued.", shortestRepetition: shortest)
    var all = first.text
    var note: String?
    for (index, piece) in pieces.enumerated() {
      var chunk = ScriptedModel.chunk(
        piece,
        finishReason: index == pieces.count - 1 ? .stop : nil
      )
      seam.pass(&chunk)
      all += chunk.text
      note = chunk.candidates.first?.finishMessage
    }
    XCTAssertEqual(seam.text, all)
    return (all, note)
  }

  func testTextGoesOn() {
    XCTAssertEqual(joined([" And", " so on."]).text, text + " And so on.")
    XCTAssertEqual(joined([" And", " so on."]).note, "Continued.")
  }

  /// Pieces may end inside of characters.
  func testARepetitionIsLeftOutWhereverItIsSplit() {
    let texts = [
      "👩‍👩‍👧‍👦 is a family of four.\r\nSo it is.", "नमस्ते दुनिया, कैसे हो आप?",
      "e\u{301}\u{323} and n\u{303}a\u{30A}",
    ]
    for text in texts {
      let scalars = text.unicodeScalars
      for cut in scalars.indices {
        for rest in ["", "\u{301}", " More."] {
          let pieces = [String(scalars[..<cut]), String(scalars[cut...]), rest]
          let all = joined(pieces.filter { !$0.isEmpty }, after: text, shortest: 4).text
          XCTAssertEqual(Array(all.utf8), Array((text + rest).utf8))
        }
      }
    }
  }

  func testARepetitionIsLeftOut() {
    XCTAssertEqual(joined([text + " More."]).text, text + " More.")
    XCTAssertEqual(
      joined([String(text.prefix(9)), String(text.dropFirst(9)), " More."]).text,
      text + " More."
    )
    XCTAssertEqual(joined([text]).text, text)
  }

  /// What begins like the answer and is not it is kept, once that is clear.
  func testWhatOnlyBeginsAlikeIsKept() {
    XCTAssertEqual(joined(["The sky is ", "grey."]).text, text + "The sky is grey.")
    XCTAssertEqual(joined(["The sky"]).text, text + "The sky")
    XCTAssertEqual(joined([text, "!"], shortest: nil).text, text + text + "!")
  }

  /// What a model thought goes back to it: the signature of a text that is given, and one by itself.
  func testSignaturesAreKept() {
    var seam = AnswerSeam()
    var first = ScriptedModel.chunk(text)
    seam.pass(&first)
    seam.begin(note: "Continued.", shortestRepetition: 24)
    var held = ScriptedModel.chunk("The sky is ")
    seam.pass(&held)
    XCTAssertEqual(held.text, "")
    let signed = Part(.text("grey."), thoughtSignature: "c2ln")
    var other = ScriptedModel.response([signed], finishReason: nil)
    seam.pass(&other)
    XCTAssertEqual(other.candidates[0].content.parts, [.text("The sky is "), signed])
    seam.begin(note: "Continued.", shortestRepetition: 1)
    let alone = Part(.text(""), thoughtSignature: "c2ln")
    var repeated = ScriptedModel.response([.text(seam.text), alone], finishReason: nil)
    seam.pass(&repeated)
    XCTAssertEqual(repeated.candidates[0].content.parts, [alone])
  }

  func testMoreThanTextIsTold() {
    var seam = AnswerSeam()
    var thought = ScriptedModel.response([Part(.text("hm"), isThought: true), .text("a")])
    seam.pass(&thought)
    XCTAssertTrue(seam.isPlainText)
    XCTAssertEqual(seam.text, "a")
    var call = ScriptedModel.response([.call()])
    seam.pass(&call)
    XCTAssertFalse(seam.isPlainText)
    var several = AnswerSeam()
    var two = GenerateContentResponse(candidates: [.init(index: 0), .init(index: 1)])
    several.pass(&two)
    XCTAssertFalse(several.isPlainText, "only one of several answers could be gone on with")
  }
}
