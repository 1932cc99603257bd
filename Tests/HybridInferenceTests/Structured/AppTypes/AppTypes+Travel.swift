import Foundation

@testable import HybridInference

extension AppTypes {
  struct Coordinate: Generable, Equatable { var latitude: Double, longitude: Double }

  struct Stop: Generable, Equatable {
    var city: String
    var nights: Int
    var location: Coordinate?
  }

  struct Trip: Generable, Equatable {
    var title: String
    var stops: [Stop]
    var budget: Decimal?
    var isBooked: Bool
    static let guides: [String: GenerationGuide] = [
      "title": .init(description: "A short title"), "stops": .init(count: 1...8),
      "stops.nights": .init(range: 1...30),
    ]
  }

  enum Cabin: String, Codable, CaseIterable, Sendable { case economy, business, first }

  struct Flight: Generable, Equatable {
    var number: String
    var departs: Date
    var arrives: Date
    var cabin: Cabin
    var seats: Set<String>
    static let guides: [String: GenerationGuide] = ["number": .init(pattern: "^[A-Z]{2}[0-9]+$")]
  }

  enum Transport: Codable, Equatable, Sendable {
    case walk
    case train(line: String, stops: UInt8)
    case car(Double)
  }

  struct Leg: Generable, Equatable {
    var by: Transport
    var alternatives: [Transport]
  }

  struct Hotel: Generable, Equatable {
    var id: UUID
    var name: String
    var site: URL
    var stars: Int8
    var prices: [String: Double]
    enum CodingKeys: String, CodingKey {
      case id = "hotel_id"
      case name
      case site = "web_site"
      case stars
      case prices = "price.by-room"
    }
  }

  static func travel() throws -> [Sample] {
    let coordinate = Coordinate(latitude: 48.5, longitude: -2.25)
    let stops = [
      Stop(city: "Dinan", nights: 2, location: coordinate), Stop(city: "Brest", nights: 1),
    ]
    return [
      try Sample(coordinate), try Sample(stops[0]), try Sample(stops[1]), try Sample(stops),
      try Sample(
        Trip(title: "Brittany", stops: stops, budget: Decimal(string: "99.9"), isBooked: false)
      ),
      try Sample(
        Flight(number: "AF123", departs: date, arrives: date, cabin: .first, seats: ["1A", "1B"])
      ),
      try Sample(Leg(by: .train(line: "K4", stops: 3), alternatives: [.walk, .car(2.5)])),
      try Sample(
        Hotel(
          id: UUID(),
          name: "Au “Quai”",
          site: URL(filePath: "/quai"),
          stars: 3,
          prices: ["single": 80, "double": 95.5]
        )
      ),
    ]
  }
}
