import Foundation

/// Cells of a tenth of a degree into which the Earth is divided.
///
/// Cells of one band of latitude are numbered from west to east, so the part of a band that
/// a circle touches is one or two ranges of numbers.
package enum LocationGrid {
    static let cellsPerDegree = 10.0
    static let columns: Int64 = 3600
    static let bands: Int64 = 1800
    /// Beyond this many bands a search looks at the whole index.
    static let maximumBands = 400

    /// The number of the cell in which a point lies.
    ///
    /// Coordinates out of range, which no point on Earth has, lie in the cells at the rim.
    package static func cell(_ latitude: Double, _ longitude: Double) -> Int64 {
        band(latitude) * columns + column(longitude)
    }

    static func band(_ latitude: Double) -> Int64 {
        clamp((latitude + 90) * cellsPerDegree, bands)
    }

    static func column(_ longitude: Double) -> Int64 {
        clamp((longitude + 180) * cellsPerDegree, columns)
    }

    private static func clamp(_ value: Double, _ count: Int64) -> Int64 {
        if value.isNaN || value < 0 { return 0 }
        return value >= Double(count) ? count - 1 : Int64(value)
    }

    /// Ranges of cells that cover every point within a distance in metres; nil when they are
    /// too many to be worth it.
    static func ranges(
        around latitude: Double, _ longitude: Double, within metres: Double
    ) -> [ClosedRange<Int64>]? {
        guard metres.isFinite, latitude.isFinite, longitude.isFinite, abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        if metres < 0 { return [] }
        // A millionth more than the angle, and a little for points at a cell's very edge.
        let angle = metres / 6_371_008.8 * 180 / .pi * 1.000_001 + 1e-9
        guard angle * 2 * cellsPerDegree < Double(maximumBands - 2) else { return nil }
        let south = latitude - angle
        let north = latitude + angle
        var spans: [(Double, Double)] = [(-180, 180)]
        if south > -90, north < 90 {
            let ratio =
                sin(angle * .pi / 180) / cos(latitude * .pi / 180)
            if ratio < 1 {
                let width = asin(ratio) * 180 / .pi * 1.000_001 + 1e-9
                let west = longitude - width
                let east = longitude + width
                // The cells at the rim hold what lies beyond it, so both rims are searched.
                if west <= -180 || east >= 180 {
                    spans =
                        west <= -180
                        ? [(-180, east), (min(west + 360, 180), 180)]
                        : [(-180, max(east - 360, -180)), (west, 180)]
                } else {
                    spans = [(west, east)]
                }
            }
        }
        var ranges: [ClosedRange<Int64>] = []
        for number in band(south)...band(north) {
            for (west, east) in spans {
                ranges.append(
                    (number * columns + column(west))...(number * columns + column(east)))
            }
        }
        return ranges
    }
}
