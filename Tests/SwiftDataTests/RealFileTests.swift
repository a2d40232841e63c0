#if SwiftData
import CoreData
import Foundation
import SwiftData
import TestFiles
import TestKit
import Testing

/// Files that SwiftData wrote on Apple's systems, opened with `@Model` classes like the app's own.
@Suite(.enabled(if: RealData.folder != nil, "data that is not shipped")) struct `Real files` {
    private static let files: [(name: String, models: [any PersistentModel.Type])] = [
        ("ChefTime_mock", ChefTime.all), ("MetaCocktails_Preloaded", MetaCocktails.all),
    ]

    /// Calls a block with the URL of a copy of a file.
    private func withCopy(of name: String, _ body: (URL) throws -> Void) throws {
        let file = try #require(
            RealData.files("stores", "store").first {
                $0.deletingPathExtension().lastPathComponent == name
            }, "The folder of real data has no \(name).store.")
        try withFolder { folder in
            let copy = folder.appendingPathComponent("default.store")
            try FileManager.default.copyItem(at: file, to: copy)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: copy.path)
            try body(copy)
        }
    }

    private func context(
        _ models: [any PersistentModel.Type], _ url: URL, allowsSave: Bool
    ) throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Schema(models),
                configurations: ModelConfiguration(url: url, allowsSave: allowsSave)))
    }

    // MARK: Reading

    /// How many models a predicate finds, by a fetch and by a count, beside what SQL says.
    private func check<T: PersistentModel>(
        _ context: ModelContext, _ file: URL, _ sql: String, _ predicate: Predicate<T>?,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let expected = try sqlite(file.path, "SELECT count(*) FROM " + sql)
        let descriptor = FetchDescriptor<T>(predicate: predicate)
        #expect(
            "\(try context.fetch(descriptor).count)" == expected, "\(sql)",
            sourceLocation: location)
        #expect("\(try context.fetchCount(descriptor))" == expected, sourceLocation: location)
        // A question that none answer would show nothing.
        #expect(expected != "0", "\(sql)", sourceLocation: location)
    }

    @Test func `of recipes are read, and no byte of them changes`() throws {
        try withCopy(of: "ChefTime_mock") { file in
            let before = try Data(contentsOf: file)
            let context = try context(ChefTime.all, file, allowsSave: false)
            func all<T: PersistentModel>(_ type: T.Type) throws {
                let name = Schema.entityName(for: type).uppercased()
                try check(context, file, "Z\(name)", nil as Predicate<T>?)
            }
            for type in ChefTime.all { try all(type) }
            let user = ChefTime.FolderType.user
            try check(
                context, file, "ZSDFOLDER WHERE ZUSER IS NOT NULL",
                #Predicate<ChefTime.SDFolder> { $0.folderType == user })
            let system = ChefTime.FolderType.systemAll
            try check(
                context, file, "ZSDFOLDER WHERE ZSYSTEMALL IS NULL",
                #Predicate<ChefTime.SDFolder> { $0.folderType != system })
            try check(
                context, file,
                "ZSDFOLDER f WHERE NOT EXISTS (SELECT 1 FROM ZSDFOLDER WHERE ZPARENTFOLDER = f.Z_PK)",
                #Predicate<ChefTime.SDFolder> { $0.folders.isEmpty })
            try check(
                context, file,
                "ZSDFOLDER WHERE ZPARENTFOLDER = (SELECT Z_PK FROM ZSDFOLDER WHERE ZNAME = 'Mexican')",
                #Predicate<ChefTime.SDFolder> { $0.parentFolder?.name == "Mexican" })
            try check(
                context, file,
                "ZSDRECIPE r WHERE EXISTS (SELECT 1 FROM ZSDINGREDIENTSECTION s JOIN "
                    + "ZSDINGREDIENT i ON i.ZPARENTINGREDIENTSECTION = s.Z_PK WHERE "
                    + "s.ZPARENTRECIPE = r.Z_PK AND i.ZAMOUNT > 2)",
                #Predicate<ChefTime.SDRecipe> {
                    $0.ingredientSections.contains { $0.ingredients.contains { $0.amount > 2 } }
                })
            let recipe = try #require(
                try context.fetch(
                    FetchDescriptor<ChefTime.SDRecipe>(
                        predicate: #Predicate { $0.name == "Chicken Alfredo" })
                ).first)
            #expect(recipe.imageData.isEmpty && recipe.parentFolder != nil)
            let id = recipe.id
            #expect(
                try context.fetchCount(
                    FetchDescriptor<ChefTime.SDRecipe>(predicate: #Predicate { $0.id == id })) == 1)
            recipe.name = "changed"
            #expect(throws: (any Error).self) { try context.save() }
            #expect(try Data(contentsOf: file) == before)
        }
    }

    @Test func `of cocktails are read, and no byte of them changes`() throws {
        typealias M = MetaCocktails
        try withCopy(of: "MetaCocktails_Preloaded") { file in
            let before = try Data(contentsOf: file)
            let context = try context(M.all, file, allowsSave: false)
            func all<T: PersistentModel>(_ type: T.Type) throws {
                let name = Schema.entityName(for: type).uppercased()
                try check(context, file, "Z\(name)", nil as Predicate<T>?)
            }
            for type in M.all { try all(type) }
            let (coupe, pebble, second) = (M.Glassware.coupe, M.Ice.pebble, M.Collection.second)
            try check(
                context, file, "ZCOCKTAIL WHERE ZGLASSWARETYPE = 'Coupe'",
                #Predicate<M.Cocktail> { $0.glasswareType == coupe })
            try check(
                context, file, "ZCOCKTAIL WHERE ZICE = 'Pebble ice' OR ZCOLLECTION = 2",
                #Predicate<M.Cocktail> { $0.ice == pebble || $0.collection == second })
            try check(
                context, file, "ZCOCKTAIL WHERE ZICE IS NULL",
                #Predicate<M.Cocktail> { $0.ice == nil })
            try check(
                context, file, "ZCOCKTAIL WHERE ZICE = 'Large cube'",
                #Predicate<M.Cocktail> { $0.ice?.rawValue == "Large cube" })
            let bramble: M.HistoricSpec? = .bramble
            try check(
                context, file, "ZCOCKTAIL WHERE ZBRAMBLE IS NOT NULL",
                #Predicate<M.Cocktail> { $0.historicSpec == bramble })
            try check(
                context, file, "ZCOCKTAIL WHERE ZPLACE LIKE 'Milk and Honey%'",
                #Predicate<M.Cocktail> { $0.author?.place?.starts(with: "Milk and Honey") == true })
            try check(
                context, file, "ZCOCKTAIL WHERE ZPERSON IS NULL AND ZYEAR = '2012'",
                #Predicate<M.Cocktail> { $0.author?.person == nil && $0.author?.year == "2012" })
            try check(
                context, file,
                "ZCOCKTAIL c WHERE (SELECT count(*) FROM ZINGREDIENT WHERE Z1SPEC = c.Z_PK) > 5",
                #Predicate<M.Cocktail> { $0.spec.count > 5 })
            try check(
                context, file,
                "ZGARNISH g WHERE (SELECT count(*) FROM Z_1GARNISH WHERE Z_2GARNISH = g.Z_PK) > 3",
                #Predicate<M.Garnish> { ($0.cocktails?.count ?? 0) > 3 })
            let dash = M.Unit.dash
            try check(
                context, file,
                "ZINGREDIENT i JOIN ZINGREDIENTBASE b ON b.Z_PK = i.ZINGREDIENTBASE WHERE "
                    + "i.ZUNIT = 'dash' AND b.ZUMBRELLACATEGORY = 'Bitters'",
                #Predicate<M.Ingredient> {
                    $0.unit == dash && $0.ingredientBase.umbrellaCategory == "Bitters"
                })
            try check(
                context, file, "ZINGREDIENTBASE WHERE ZPREPINGREDIENTNAME IS NOT NULL",
                #Predicate<M.IngredientBase> { $0.prep?.prepIngredientName != nil })
            #expect(throws: SwiftDataError.unsupportedPredicate) {
                try context.fetch(
                    FetchDescriptor<M.Cocktail>(
                        predicate: #Predicate { $0.compiledTags.flavors?.contains("Lemon") == true }
                    ))
            }
            let special = try #require(
                try context.fetch(
                    FetchDescriptor<M.Cocktail>(
                        predicate: #Predicate { $0.cocktailName == ".38 Special" })
                ).first)
            #expect(special.compiledTags.flavors == ["Lemon", "Angelica"])
            #expect(special.compiledTags.booze?.count == 6 && special.compiledTags.nA == [])
            #expect(
                special.compiledTags.booze?[2].ingredientType == ["whiskies": ["_0": "Scotch"]])
            #expect(special.author?.person == "Michael Madrusan" && special.buildOrder == nil)
            #expect(
                "\(special.author?.id.uuidString ?? "") \(special.id.uuidString)"
                    .replacing("-", with: "")
                    == (try sqlite(
                        file.path,
                        "SELECT hex(ZID) || ' ' || hex(ZID1) FROM ZCOCKTAIL WHERE "
                            + "ZCOCKTAILNAME = '.38 Special'")))
            let smash = try #require(
                try context.fetch(
                    FetchDescriptor<M.Cocktail>(
                        predicate: #Predicate { $0.cocktailName == "Blackberry Sage Smash" })
                ).first)
            #expect(smash.buildOrder?.instructions.map(\.step).sorted() == [1, 2, 3, 4])
            #expect(
                !smash.spec.isEmpty && smash.spec.allSatisfy { !$0.ingredientBase.name.isEmpty })
            #expect(try Data(contentsOf: file) == before)
        }
    }

    // MARK: Writing

    private func says(_ file: URL) throws -> [String: Any] {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: file)
    }

    /// Checks that a file is sound, and that it says of its model what it said before.
    private func checkModel(of file: URL, _ before: [String: Any], _ cache: String) throws {
        #expect(try sqlite(file.path, "PRAGMA integrity_check") == "ok")
        let after = try says(file)
        let hashes = try #require(before[NSStoreModelVersionHashesKey] as? [String: Data])
        #expect(after[NSStoreModelVersionHashesKey] as? [String: Data] == hashes)
        #expect(
            after[NSStoreModelVersionIdentifiersKey] as? [String]
                == before[NSStoreModelVersionIdentifiersKey] as? [String])
        #expect(try sqlite(file.path, "SELECT hex(Z_CONTENT) FROM Z_MODELCACHE") == cache)
    }

    @Test func `of recipes are changed, and keep what they say of their model`() throws {
        try withCopy(of: "ChefTime_mock") { file in
            let (before, cache) = (
                try says(file), try sqlite(file.path, "SELECT hex(Z_CONTENT) FROM Z_MODELCACHE")
            )
            let context = try context(ChefTime.all, file, allowsSave: true)
            let folder = try #require(
                try context.fetch(
                    FetchDescriptor<ChefTime.SDFolder>(
                        predicate: #Predicate { $0.name == "Curry" })
                ).first)
            folder.folderType = .systemStandard
            let recipe = ChefTime.SDRecipe(name: "Rice")
            recipe.imageData = [Data([1, 2]), Data([3])]
            let section = ChefTime.SDIngredientSection()
            let rice = ChefTime.SDIngredient()
            (rice.name, rice.amount) = ("rice", 2.5)
            section.ingredients = [rice]
            recipe.ingredientSections = [section]
            folder.recipes.append(recipe)
            let mexican = try #require(
                try context.fetch(
                    FetchDescriptor<ChefTime.SDFolder>(
                        predicate: #Predicate { $0.name == "Mexican" })
                ).first)
            context.delete(mexican)
            try context.save()
            try checkModel(of: file, before, cache)
            #expect(
                try sqlite(
                    file.path,
                    "SELECT ZSYSTEMSTANDARD, ZUSER IS NULL FROM ZSDFOLDER WHERE ZNAME = 'Curry'")
                    == "systemStandard|1")
            // The delete rule took the folders inside, and their recipes.
            #expect(
                try sqlite(
                    file.path, "SELECT count(*) FROM ZSDFOLDER WHERE ZNAME IN ('Mexican', 'Sauces')"
                )
                    == "0")
            let other = try self.context(ChefTime.all, file, allowsSave: false)
            let found = try #require(
                try other.fetch(
                    FetchDescriptor<ChefTime.SDRecipe>(predicate: #Predicate { $0.name == "Rice" })
                ).first)
            #expect(found.imageData == [Data([1, 2]), Data([3])])
            #expect(found.ingredientSections.first?.ingredients.map(\.amount) == [2.5])
            #expect(found.parentFolder?.folderType == .systemStandard)
        }
    }

    private func cocktail(
        _ name: String, _ context: ModelContext
    ) throws -> MetaCocktails.Cocktail {
        let found = try context.fetch(
            FetchDescriptor<MetaCocktails.Cocktail>(
                predicate: #Predicate { $0.cocktailName == name }))
        return try #require(found.first)
    }

    @Test func `of cocktails are changed, and keep what they say of their model`() throws {
        typealias M = MetaCocktails
        try withCopy(of: "MetaCocktails_Preloaded") { file in
            let (before, cache) = (
                try says(file), try sqlite(file.path, "SELECT hex(Z_CONTENT) FROM Z_MODELCACHE")
            )
            let context = try context(M.all, file, allowsSave: true)
            let special = try cocktail(".38 Special", context)
            special.ice = .largeCube
            special.author?.place = "Melbourne"
            special.compiledTags.flavors?.append("Smoke")
            special.historicSpec = .bramble
            let base = try #require(
                try context.fetch(
                    FetchDescriptor<M.IngredientBase>(
                        predicate: #Predicate { $0.name == "Simple syrup" })
                ).first)
            special.spec.append(M.Ingredient(base, value: 0.5, unit: .oz))
            let count = special.spec.count
            // A name that the file has: the row stays, with the newer values.
            let again = M.Cocktail(cocktailName: "Blackberry Sage Smash", glasswareType: .collins)
            again.garnish = [M.Garnish(name: "Sage leaf")]
            context.insert(again)
            context.delete(try cocktail("Modern Cocktail (W&G Version)", context))
            try context.save()
            try checkModel(of: file, before, cache)
            #expect(
                try sqlite(
                    file.path,
                    "SELECT ZICE, ZPLACE, ZPERSON, ZFLAVORS, ZBRAMBLE, typeof(ZFLAVORS) FROM "
                        + "ZCOCKTAIL WHERE ZCOCKTAILNAME = '.38 Special'")
                    == "Large cube|Melbourne|Michael Madrusan|[\"Lemon\",\"Angelica\",\"Smoke\"]"
                    + "|bramble|blob")
            #expect(
                try sqlite(
                    file.path,
                    "SELECT count(*) FROM ZINGREDIENT WHERE Z1SPEC = (SELECT Z_PK FROM ZCOCKTAIL "
                        + "WHERE ZCOCKTAILNAME = '.38 Special')") == "\(count)")
            #expect(
                try sqlite(
                    file.path,
                    "SELECT count(*), max(ZGLASSWARETYPE) FROM ZCOCKTAIL WHERE ZCOCKTAILNAME = "
                        + "'Blackberry Sage Smash'") == "1|Collins")
            #expect(try sqlite(file.path, "SELECT count(*) FROM ZCOCKTAIL") == "415")
            let other = try self.context(M.all, file, allowsSave: false)
            let found = try cocktail(".38 Special", other)
            #expect(found.compiledTags.flavors == ["Lemon", "Angelica", "Smoke"])
            #expect(found.author?.place == "Melbourne" && found.historicSpec == .bramble)
            #expect(
                try cocktail("Blackberry Sage Smash", other).garnish.map(\.name) == ["Sage leaf"])
        }
    }

    // MARK: Models

    @Test(arguments: files.indices)
    func `have the model that their classes describe`(number: Int) throws {
        let (name, models) = Self.files[number]
        try withCopy(of: name) { file in
            let theirs = try NSManagedObjectModel(recoveredFromStoreAt: file)
            let ours = try #require(NSManagedObjectModel.makeManagedObjectModel(for: models))
            #expect(ours.entitiesByName.keys.sorted() == theirs.entitiesByName.keys.sorted())
            #expect(ours.versionIdentifiers == theirs.versionIdentifiers)
            for (entity, expected) in theirs.entitiesByName {
                let made = try #require(ours.entitiesByName[entity])
                #expect(
                    names(made.uniquenessConstraints) == names(expected.uniquenessConstraints),
                    "\(entity)")
                #expect(made.indexes.map(\.name) == expected.indexes.map(\.name), "\(entity)")
                #expect(
                    made.propertiesByName.keys.sorted() == expected.propertiesByName.keys.sorted(),
                    "\(entity)")
                for (name, attribute) in expected.attributesByName {
                    let found = try #require(made.attributesByName[name], "\(entity).\(name)")
                    #expect(describe(found) == describe(attribute), "\(entity).\(name)")
                }
                for (name, relationship) in expected.relationshipsByName {
                    let found = try #require(made.relationshipsByName[name], "\(entity).\(name)")
                    #expect(describe(found) == describe(relationship), "\(entity).\(name)")
                }
            }
        }
    }

    private func names(_ constraints: [[Any]]) -> [[String]] {
        constraints.map { list in
            list.map { ($0 as? NSPropertyDescription)?.name ?? "\($0)" }
        }
    }

    private func describe(_ attribute: NSAttributeDescription) -> [String] {
        var lines = [
            "type \(attribute.attributeType.rawValue)", "optional \(attribute.isOptional)",
            "transformer \(attribute.valueTransformerName ?? "none")",
            "was \(attribute.renamingIdentifier ?? attribute.name)",
            "enumeration \(attribute.userInfo?["EnumType"] as? Bool ?? false)",
            "cases \(attribute.userInfo?["enum"] as? [String] ?? [])",
            "external \(attribute.allowsExternalBinaryDataStorage)",
            "preserved \(attribute.preservesValueInHistoryOnDeletion)",
        ]
        if attribute.attributeType == .transformableAttributeType {
            lines.append("class \(attribute.attributeValueClassName ?? "none")")
        }
        switch attribute.defaultValue {
        // The value that a file's model has was made when the schema was: each has its own.
        case is UUID: lines.append("default UUID")
        case let number as NSNumber: lines.append("default \(number)")
        case let text as String: lines.append("default '\(text)'")
        default: break  // Of composites and arrays, what rows have says the default.
        }
        if let composite = attribute as? NSCompositeAttributeDescription {
            for element in composite.elements {
                lines.append("element \(element.name): \(describe(element))")
            }
        }
        return lines
    }

    private func describe(_ relationship: NSRelationshipDescription) -> [String] {
        var lines = [
            "to \(relationship.destinationEntity?.name ?? "none")",
            "inverse \(relationship.inverseRelationship?.name ?? "none")",
            "rule \(relationship.deleteRule.rawValue)", "max \(relationship.maxCount)",
            "min \(relationship.minCount)", "ordered \(relationship.isOrdered)",
        ]
        // A relationship to many may be empty here, and is optional for that.
        if !relationship.isToMany { lines.append("optional \(relationship.isOptional)") }
        return lines
    }
}
#endif
