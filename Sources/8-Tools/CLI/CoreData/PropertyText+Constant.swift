import CoreDataModel
import Foundation
import ModelDiagrams
import RecordJSON

extension PropertyText {
    /// A constant as a model's author would write it.
    static func constant(_ value: ModelValue, type: AttributeType) -> String {
        switch value {
        case .int(let number):
            type == .boolean ? (number == 0 ? "NO" : "YES") : String(number)
        case .double(let number):
            number == number.rounded() && abs(number) < 1e15
                ? String(Int64(number)) : number.description
        case .decimal(let number): number.description
        case .text(let text): "\"\(text)\""
        case .date(let date): ISODate.text(date) ?? String(date.timeIntervalSinceReferenceDate)
        case .bytes(let data): Figures.count(data.count, "byte")
        case .uuid(let uuid): uuid.uuidString
        case .url(let url): url.absoluteString
        }
    }
}
