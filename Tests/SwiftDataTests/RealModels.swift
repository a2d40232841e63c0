#if SwiftData
import Foundation
import SwiftData

/// The models that a file of the app ChefTime was made with, as its model cache says.
enum ChefTime {
    static let all: [any PersistentModel.Type] = [
        SDFolder.self, SDRecipe.self, SDAboutSection.self, SDIngredientSection.self,
        SDIngredient.self, SDStepSection.self, SDStep.self,
    ]

    enum FolderType: Codable { case systemAll, systemStandard, systemRecentlyDeleted, user }

    @Model final class SDFolder {
        @Attribute(.unique) var id: UUID
        var name: String
        var imageData: Data?
        var parentFolder: SDFolder?
        @Relationship(deleteRule: .cascade, inverse: \SDFolder.parentFolder)
        var folders: [SDFolder] = []
        @Relationship(deleteRule: .cascade, inverse: \SDRecipe.parentFolder)
        var recipes: [SDRecipe] = []
        var folderType: FolderType
        init(name: String, folderType: FolderType = .user) {
            id = UUID()
            self.name = name
            self.folderType = folderType
        }
    }

    @Model final class SDRecipe {
        @Attribute(.unique) var id: UUID
        var parentFolder: SDFolder?
        var name = ""
        var imageData: [Data] = []
        @Relationship(deleteRule: .cascade, inverse: \SDAboutSection.parentRecipe)
        var aboutSections: [SDAboutSection] = []
        @Relationship(deleteRule: .cascade, inverse: \SDIngredientSection.parentRecipe)
        var ingredientSections: [SDIngredientSection] = []
        @Relationship(deleteRule: .cascade, inverse: \SDStepSection.parentRecipe)
        var stepSections: [SDStepSection] = []
        init(name: String) {
            id = UUID()
            self.name = name
        }
    }

    @Model final class SDAboutSection {
        @Attribute(.unique) var id: UUID
        var parentRecipe: SDRecipe?
        var name = ""
        var description_ = ""
        init() { id = UUID() }
    }

    @Model final class SDIngredientSection {
        @Attribute(.unique) var id: UUID
        var parentRecipe: SDRecipe?
        var name = ""
        @Relationship(deleteRule: .cascade, inverse: \SDIngredient.parentIngredientSection)
        var ingredients: [SDIngredient] = []
        init() { id = UUID() }
    }

    @Model final class SDIngredient {
        @Attribute(.unique) var id: UUID
        var parentIngredientSection: SDIngredientSection?
        var name = ""
        var amount = 0.0
        var measure = ""
        init() { id = UUID() }
    }

    @Model final class SDStepSection {
        @Attribute(.unique) var id: UUID
        var parentRecipe: SDRecipe?
        var name = ""
        @Relationship(deleteRule: .cascade, inverse: \SDStep.parentStepSection)
        var steps: [SDStep] = []
        init() { id = UUID() }
    }

    @Model final class SDStep {
        @Attribute(.unique) var id: UUID
        var parentStepSection: SDStepSection?
        var description_ = ""
        var imageData: [Data] = []
        init() { id = UUID() }
    }
}

/// The models that a file of the app MetaCocktails was made with, as its model cache says.
enum MetaCocktails {
    static let all: [any PersistentModel.Type] = [
        Cocktail.self, Garnish.self, Ingredient.self, IngredientBase.self,
    ]

    enum Collection: Int, Codable { case first = 1, second, third, fourth, fifth, sixth }
    enum Ice: String, Codable {
        case column = "Column ice"
        case crackedKoldDraft = "Cracked Kold Draft"
        case koldDraft = "Kold Draft ice"
        case largeCube = "Large cube"
        case pebble = "Pebble ice"
    }
    enum Glassware: String, Codable {
        case birdShapedTikiGlass = "Bird Shaped Tiki Glass"
        case blueBlazerMugs = "Blue Blazer Mugs"
        case chilled8OzFizzGlass = "Chilled 8 oz. Fizz Glass"
        case cinnamonSugarRimmedCocktailGlass = "Cinnamon Sugar Rimmed Cocktail Glass"
        case collins = "Collins"
        case copperMuleCup = "Copper Mule Cup"
        case coupe = "Coupe"
        case coupeWithASaltedRim = "Coupe with a salted rim"
        case doubleOldFashioned = "Double Old Fashioned"
        case doubleOldFashionedHalfAsparagusSaltRim =
            "Double Old Fashioned (half asparagus salt rim)"
        case doubleOldFashionedHalfCelerySaltRim = "Double Old Fashioned (half celery salt rim)"
        case doubleOldFashionedHalfSaltRim = "Double Old Fashioned (half salt rim)"
        case doubleOldFashionedHalfSmokedSaltRim = "Double Old Fashioned (half smoked salt rim)"
        case flute = "Flute"
        case frozenSingleOldFashioned = "Frozen Single Old Fashioned"
        case hurricaneGlass = "Hurricane Glass"
        case irishCoffeeGlass180ml = "Irish Coffee Glass (180ml)"
        case julepCup = "Julep Cup"
        case largeWineGlass = "Large Wine Glass"
        case martini = "Martini"
        case milkshakeGlass = "Milkshake Glass"
        case nickAndNora = "Nick and Nora"
        case ornateTeaCup = "Ornate Tea Cup"
        case snifterFlipGlass = "Snifter (Flip Glass)"
        case stemmed = "Stemmed"
        case stemmedWithAHalfSugarRim = "Stemmed with a half sugar rim"
        case tikiMug = "Tiki Mug"
        case toddyGlass = "Toddy Glass"
    }
    enum Unit: String, Codable {
        case none = ""
        case barSpoon = "bar-spoon"
        case dash
        case drop
        case gentlyMuddled = "gently muddled"
        case muddled
        case nitroMuddled = "nitro muddled"
        case oz
        case pinch
        case sliceOf = "slice of"
        case splashOf = "splash of"
        case spray
        case tbsp
        case tsp
        case whole
    }
    /// Those that the tests ask for; others are read as nil.
    enum Variation: String, Codable {
        case bramble = "Bramble"
        case daiquiri = "Daiquiri"
    }
    enum HistoricSpec: Codable {
        case algonquin, alaska, betweenTheSheets, bloodAndSand, bramble, bobbyBurns
        case chocolateCocktail, elDiablo, fogCutter, ginFizz, gimlet, silverFizz, hotToddy
        case mexicanFiringSquad, modernCocktail
    }

    struct Author: Codable, Equatable {
        var id: UUID
        var person: String?
        var place: String?
        var year: String?
    }
    struct Instruction: Codable, Equatable {
        var id: UUID
        var step: Int
        var method: String
    }
    struct Build: Codable, Equatable { var instructions: [Instruction] }
    struct Subcategory: Codable, Equatable {
        var name: String
        /// By the name of the case, then by the label of its payload.
        var ingredientType: [String: [String: String]]
    }
    struct Tags: Codable, Equatable {
        var flavors: [String]?
        var profiles: [String]?
        var styles: [String]?
        var booze: [Subcategory]?
        var nA: [Subcategory]?
    }
    struct Prep: Codable, Equatable {
        var id: UUID
        var prepIngredientName: String
        var prepRecipe: [Instruction]
    }

    @Model final class Cocktail {
        #Index<Cocktail>(
            [\.cocktailName], [\.collectionName], [\.cocktailName, \.collectionName])
        var id = UUID()
        @Attribute(.unique) var cocktailName: String
        var glasswareType: Glassware
        var garnish: [Garnish] = []
        var ice: Ice?
        var author: Author?
        @Relationship(deleteRule: .cascade) var spec: [Ingredient] = []
        var buildOrder: Build?
        var notes: String?
        var compiledTags = Tags()
        var variation: Variation?
        var variationName: String?
        var collection: Collection?
        var collectionName: String
        var titleCocktail: Bool?
        var historicSpec: HistoricSpec?
        var isCustomCocktail: Bool
        var favorite: Bool
        init(cocktailName: String, glasswareType: Glassware) {
            self.cocktailName = cocktailName
            self.glasswareType = glasswareType
            collectionName = "none"
            isCustomCocktail = true
            favorite = false
        }
    }

    @Model final class Garnish {
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Cocktail.garnish) var cocktails: [Cocktail]?
        init(name: String) { self.name = name }
    }

    @Model final class Ingredient {
        var id: UUID
        var ingredientBase: IngredientBase
        var value: Double
        var unit: Unit
        init(_ ingredientBase: IngredientBase, value: Double, unit: Unit) {
            id = UUID()
            self.ingredientBase = ingredientBase
            self.value = value
            self.unit = unit
        }
    }

    @Model final class IngredientBase {
        var id: UUID
        @Attribute(.unique) var name: String
        var info: String?
        var isCustom = false
        var umbrellaCategory: String
        var baseCategory: String
        var specialtyCategory: String
        var tags: Tags?
        var prep: Prep?
        init(name: String) {
            id = UUID()
            self.name = name
            umbrellaCategory = ""
            baseCategory = ""
            specialtyCategory = ""
        }
    }
}
#endif
