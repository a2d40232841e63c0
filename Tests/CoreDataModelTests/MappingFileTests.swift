import Foundation
import Testing

@testable import CoreDataModel

@Suite struct `Mapping models of Xcode` {
    /// An archive of two mappings, as Xcode compiles them.
    private static let archive =
        Data(
            base64Encoded: """
                YnBsaXN0MDDUAQIDBAUGBwpYJHZlcnNpb25ZJGFyY2hpdmVyVCR0b3BYJG9iamVjdHMSAAGGoF8QD05TS2V5ZWRBcmNo
                aXZlctEICVRyb290gEqvEEsLDA0ODxARDRIZICEjJCUoLTE3OkNER0wkTU9SVVpdZmdMaWpsb3N0d4GCh4mOj5GSTGmU
                lpmdJJ6gpJGorbCzysrLzM3S1dfi5ulVJG51bGxaTm90ZVRvUGFnZVROb3RlVFBhZ2VPECABAQEBAQEBAQEBAQEBAQEB
                AQEBAQEBAQEBAQEBAQEBAU8QIAICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICXkFwcC5Ob3RlUG9saWN50hMU
                FRZaJGNsYXNzbmFtZVgkY2xhc3Nlc18QGU5TQ29uc3RhbnRWYWx1ZUV4cHJlc3Npb26jFRcYXE5TRXhwcmVzc2lvblhO
                U09iamVjdNMaGxwdHh9fEBBOU0V4cHJlc3Npb25UeXBlXxAPTlNDb25zdGFudFZhbHVlViRjbGFzcxAAgAeACFx0aXRs
                ZSAhPSAiYSLTGhscHSIfgApfEDFmZXRjaFJlcXVlc3RGb3JTb3VyY2VFbnRpdHlOYW1lZDpwcmVkaWNhdGVTdHJpbmc6
                V21hbmFnZXLSExQmJ18QFE5TVmFyaWFibGVFeHByZXNzaW9uoyYXGNMaKRwqKyxaTlNWYXJpYWJsZRACgA2ADtITFC4v
                Xk5TTXV0YWJsZUFycmF5oy4wGFdOU0FycmF50jIcMzZaTlMub2JqZWN0c6I0NYAJgAuAENITFDg5XxAUTlNGdW5jdGlv
                bkV4cHJlc3Npb26jOBcY1Ro7PD0cPj9AQUJeTlNTZWxlY3Rvck5hbWVZTlNPcGVyYW5kW05TQXJndW1lbnRzEASADIAP
                gBGAEl1zb3VyY2VDb250ZXh00hMURUZfEBxOU0tleVBhdGhTcGVjaWZpZXJFeHByZXNzaW9uo0UXGNMaSBxJSktZTlNL
                ZXlQYXRoEAqAFIAVXxAQdmFsdWVGb3JLZXlQYXRoOtMaKRwqTiyAGNIyHFA2oVGAFtITFFNUXxATTlNLZXlQYXRoRXhw
                cmVzc2lvbqRTOBcY1Ro7PD0cPlZXWFmAF4AZgBqAG9ITFFtcXxAYTlNGZXRjaFJlcXVlc3RFeHByZXNzaW9uo1sXGNUa
                Xl9gHGFiY2RlXk5TRlJFeHByZXNzaW9uXxAPTlNNT0NFeHByZXNzaW9uXxAPTlNDb3VudE9ubHlGbGFnEDKAE4AcCIAd
                VXRpdGxl0xpIHEloS4AfVnNvdXJjZdMaKRwqayyAItIyHG02oW6AINUaOzw9HD5wcXJZgCGAI4AkWGhlYWRsaW5l0hMU
                dXZfEBFOU1Byb3BlcnR5TWFwcGluZ6J1GNV4eXp7HHx9fn+AXxAZTlNEZXN0aW5hdGlvblByb3BlcnR5TmFtZV8QEU5T
                VmFsdWVFeHByZXNzaW9uWk5TVXNlckluZm9fEBROU1Byb3BlcnR5VHJhbnNmb3Jtc4AmgCWAAIAAgCdWbGVuZ3Ro1Xh5
                enscg4SFhoCAKYAAgACAANITFDCIojAY0jIcio2ii4yAKIAqgCteRm9sZGVyVG9Gb2xkZXLTGhscHZAfgC1WZm9sZGVy
                0xpIHEmTS4Av0xopHCqVLIAy0jIclzahmIAw1Ro7PD0cPpqbnFmAMYAzgDRfEDpkZXN0aW5hdGlvbkluc3RhbmNlc0Zv
                ckVudGl0eU1hcHBpbmdOYW1lZDpzb3VyY2VJbnN0YW5jZXM60xopHCqfLIA30jIcoTaioqOALoA11Ro7PD0cPqWmp0KA
                NoA4gDnVeHl6exypqqusgIA7gDqAAIAA0jIcro2hr4A80hMUsbJfEA9OU0VudGl0eU1hcHBpbmeisRjctLW2t7i5erq7
                vL0cvr/AwcLDxMXGx8jJXU5TTWFwcGluZ05hbWVdTlNNYXBwaW5nVHlwZV8QEk5TU291cmNlRW50aXR5TmFtZV8QF05T
                RGVzdGluYXRpb25FbnRpdHlOYW1lXxAZTlNTb3VyY2VFbnRpdHlWZXJzaW9uSGFzaF8QHk5TRGVzdGluYXRpb25FbnRp
                dHlWZXJzaW9uSGFzaF8QIE5TRW50aXR5TWlncmF0aW9uUG9saWN5Q2xhc3NOYW1lXxASTlNTb3VyY2VFeHByZXNzaW9u
                XxATTlNBdHRyaWJ1dGVNYXBwaW5nc18QFk5TUmVsYXRpb25zaGlwTWFwcGluZ3OAARABgAKAA4AEgAWAAIAGgB6ALIA9
                gD5TVGFnTxAgAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwNUbmFtZdV4eXp7HM7P0NGAgEOAAIAAgADSMhzT
                jaHUgETSMhzWjaDctLW2t7i5erq7vL0c2CrZ2tvc3d7f4OHJgECAAIBBgACAQoAAgACAAIBFgEbSMhzjjaLk5YA/gEfS
                ExTn6F5OU01hcHBpbmdNb2RlbKLnGNPq6xzs7e5fEBBOU0VudGl0eU1hcHBpbmdzXxAWTlNFbnRpdHlNYXBwaW5nc0J5
                TmFtZYBIgACASQAIABEAGgAkACkAMgA3AEkATABRAFMAoQCnALIAtwC8AN8BAgERARYBIQEqAUYBSgFXAWABZwF6AYwB
                kwGVAZcBmQGmAa0BrwHjAesB8AIHAgsCEgIdAh8CIQIjAigCNwI7AkMCSAJTAlYCWAJaAlwCYQJ4AnwChwKWAqACrAKu
                ArACsgK0ArYCxALJAugC7ALzAv0C/wMBAwMDFgMdAx8DJAMmAygDLQNDA0gDUwNVA1cDWQNbA2ADewN/A4oDmQOrA70D
                vwPBA8MDxAPGA8wD0wPVA9wD4wPlA+oD7APuA/kD+wP9A/8ECAQNBCEEJAQvBEsEXwRqBIEEgwSFBIcEiQSLBJIEnQSf
                BKEEowSlBKoErQSyBLUEtwS5BLsEygTRBNME2gThBOME6gTsBPEE8wT1BQAFAgUEBQYFQwVKBUwFUQVUBVYFWAVjBWUF
                ZwVpBXQFdgV4BXoFfAWBBYMFhQWKBZwFnwW4BcYF1AXpBgMGHwZABmMGeAaOBqcGqQarBq0GrwaxBrMGtQa3BrkGuwa9
                Br8GwwbmBusG9gb4BvoG/Ab+BwMHBQcHBwwHDQcmBygHKgcsBy4HMAcyBzQHNgc4BzoHPwdCB0QHRgdLB1oHXQdkB3cH
                kAeSB5QAAAAAAAACAQAAAAAAAADvAAAAAAAAAAAAAAAAAAAHlg==
                """, options: .ignoreUnknownCharacters) ?? Data()

    private static func xml(_ objects: String...) -> Data {
        Data("<?xml version=\"1.0\"?><database>\(objects.joined())</database>".utf8)
    }

    private static func object(_ type: String, _ id: Int, _ parts: String...) -> String {
        "<object type=\"XDDEV\(type)\" id=\"z\(id)\">\(parts.joined())</object>"
    }

    private static func value(_ name: String, _ text: String) -> String {
        "<attribute name=\"\(name)\" type=\"string\">\n  \(text)\n</attribute>"
    }

    private static func related(_ name: String, _ ids: Int...) -> String {
        let list = ids.map { "z\($0)" }.joined(separator: " ")
        return "<relationship name=\"\(name)\" idrefs=\"\(list)\"></relationship>"
    }

    @Test func `that are compiled have names, versions, policies and expressions`() throws {
        let file = try MappingFile(Self.archive)
        #expect(!file.isXML && file.sourcePath == nil)
        let note = MappingFile.Entity(
            name: "NoteToPage", kind: 1, source: "Note", destination: "Page",
            sourceHash: Data(repeating: 1, count: 32),
            destinationHash: Data(repeating: 2, count: 32), policy: "App.NotePolicy",
            sourceExpression: "FETCH(FUNCTION($manager, "
                + "\"fetchRequestForSourceEntityNamed:predicateString:\", \"Note\", "
                + "\"title != \\\"a\\\"\"), $manager.sourceContext, NO)",
            attributes: [
                .init(name: "headline", expression: "$source.title"), .init(name: "length"),
            ],
            relationships: [
                .init(
                    name: "folder",
                    expression: "FUNCTION($manager, "
                        + "\"destinationInstancesForEntityMappingNamed:sourceInstances:\", "
                        + "\"FolderToFolder\", $source.folder)")
            ])
        let tag = MappingFile.Entity(
            name: "Tag", kind: 2, source: nil, destination: "Tag",
            destinationHash: Data(repeating: 3, count: 32),
            attributes: [.init(name: "name")], relationships: [])
        #expect(file.entities == [note, tag])
    }

    @Test func `that are XML have their mappings in order, and where values come from`() throws {
        let file = try MappingFile(
            Self.xml(
                Self.object("ATTRIBUTEMAPPING", 1, Self.value("name", "title")),
                Self.object(
                    "RELATIONSHIPMAPPING", 2, Self.value("name", "folder"),
                    Self.value("sourcemappingname", "FolderToFolder"),
                    Self.value("sourcekeypath", "parent.folder")),
                Self.object(
                    "ENTITYMAPPING", 3, Self.value("mappingnumber", "2"),
                    Self.value("sourcename", "Note"), Self.value("destinationname", "Page"),
                    Self.value("migrationpolicyclassname", "App.NotePolicy"),
                    Self.related("attributemappings", 1), Self.related("relationshipmappings", 2)),
                Self.object(
                    "ENTITYMAPPING", 4, Self.value("mappingnumber", "1"),
                    Self.value("destinationname", "Tag")),
                Self.object(
                    "ENTITYMAPPING", 5, Self.value("mappingnumber", "3"),
                    Self.value("sourcename", "Old")),
                Self.object(
                    "MAPPINGMODEL", 6,
                    Self.value("sourcemodelpath", "A.xcdatamodeld/A.xcdatamodel"),
                    Self.related("entitymappings", 3, 4, 5, 99))))
        #expect(file.isXML && file.sourcePath == "A.xcdatamodeld/A.xcdatamodel")
        #expect(file.entities.map(\.name) == ["ToTag", "NoteToPage", "OldTo"])
        #expect(file.entities.map(\.kind) == [2, 1, 3])
        let page = file.entities[1]
        #expect(page.policy == "App.NotePolicy" && page.attributes == [.init(name: "title")])
        #expect(
            page.relationships.first?.expression
                == "FUNCTION($manager, "
                + "\"destinationInstancesForEntityMappingNamed:sourceInstances:\", "
                + "\"FolderToFolder\", FUNCTION($source, \"valueForKeyPath:\", \"parent.folder\"))")
    }

    @Test func `that are damaged are refused`() {
        for end in stride(from: 0, to: Self.archive.count, by: 13) {
            #expect(throws: ModelArchiveError.self) {
                try MappingFile(Self.archive.prefix(end))
            }
        }
        for place in stride(from: 8, to: Self.archive.count, by: 7) {
            var data = Self.archive
            data[place] ^= 0x5A
            // Whatever it says: the program goes on.
            _ = try? MappingFile(data)
        }
        for text in ["", "<database/>", "<model/>", "<database><object", "plain"] {
            #expect(throws: ModelArchiveError.self) { try MappingFile(Data(text.utf8)) }
        }
    }
}
