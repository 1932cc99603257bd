import Foundation

@testable import HybridInference

extension AppTypes {
  struct Money: Generable, Equatable {
    var amount: Decimal
    var currency: Currency
    enum Currency: String, Codable, CaseIterable, Sendable {
      case eur = "EUR"
      case usd = "USD"
    }
  }

  struct InvoiceLine: Generable, Equatable {
    var text: String
    var quantity: UInt16
    var price: Money
    var taxRate: Float?
  }

  struct Invoice: Generable, Equatable {
    var number: Int64
    var issued: Date
    var due: Date?
    var lines: [InvoiceLine]
    var notes: [String?]
    static let guides: [String: GenerationGuide] = [
      "lines": .init(description: "At least one", count: 1...100),
      "lines.price.currency": .init(allowedValues: ["EUR"]),
    ]
  }

  enum Rating: Int, Codable, CaseIterable, Sendable {
    case bad = 1
    case fair, good
  }

  struct Review: Generable, Equatable {
    var rating: Rating
    var sentiment: Double
    var quotes: [String]
    static let guides: [String: GenerationGuide] = ["sentiment": .init(range: -1...1)]
  }

  struct Product: Generable, Equatable {
    var sku: String
    var tags: Set<String>
    var attributes: [String: String]
    var picture: Data?
    var reviews: [Review]?
  }

  enum Payment: Generable, Equatable {
    case cash
    case card(number: String, expires: Date)
    case transfer(Bank)
    struct Bank: Codable, Equatable, Sendable { var iban: String, bic: String? }
  }

  struct Cart: Generable, Equatable {
    var items: [Product]
    var payment: Payment?
    var totals: [Money.Currency.RawValue: Decimal]
  }

  struct Page<Element: Generable & Equatable>: Generable, Equatable {
    var items: [Element]
    var next: String?
  }

  static func commerce() throws -> [Sample] {
    let money = Money(amount: 12.5, currency: .eur)
    let review = Review(rating: .fair, sentiment: -0.5, quotes: [])
    let product = Product(
      sku: "A-1",
      tags: ["new"],
      attributes: ["colour": "red", "": "x"],
      picture: Data([0, 255, 7, 1]),
      reviews: [review]
    )
    let line = InvoiceLine(text: "Work", quantity: 3, price: money, taxRate: 0.25)
    return [
      try Sample(money), try Sample(line),
      try Sample(
        Invoice(number: .max, issued: date, lines: [line, line], notes: ["a", nil, "\n\"\\\u{1}"])
      ),
      try Sample(review), try Sample(product), try Sample(Payment.cash),
      try Sample(Payment.card(number: "4111", expires: date)),
      try Sample(Payment.transfer(.init(iban: "FR76", bic: nil))),
      try Sample(Cart(items: [product], payment: .cash, totals: ["EUR": 3])),
      try Sample(Page(items: [review], next: "2")), try Sample(Page<Money>(items: [])),
    ]
  }
}
