import Foundation
public import FoundationPredicates

/// Objects that a fetch request finds each time, under a name of the entity.
///
///     let drafts = NSFetchedPropertyDescription()
///     drafts.name = "drafts"
///     drafts.fetchRequest = NSFetchRequest(entityName: "Note")
///     drafts.fetchRequest?.predicate = NSPredicate(format: "folder == $FETCH_SOURCE AND isDraft == YES")
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    /// The request; `$FETCH_SOURCE` in it is the object asked, `$FETCHED_PROPERTY` this
    /// description.
    ///
    ///     request.predicate = NSPredicate(
    ///         format: "city == $FETCH_SOURCE.city AND rank < $FETCHED_PROPERTY.userInfo.limit")
    ///
    /// Where it cannot be run, reading the property is an error: thrown by whatever the program
    /// called that throws (`save`, `fetch`), and the end of the program elsewhere.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { willSet { willChange() } }

    override class func blank() -> NSPropertyDescription { NSFetchedPropertyDescription() }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        (copy as? NSFetchedPropertyDescription)?.fetchRequest = fetchRequest
    }
}

/// A value calculated for each result of a fetch request of dictionaries.
///
///     let total = NSExpressionDescription()
///     total.name = "total"
///     total.expression = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "price")])
///     total.expressionResultType = .doubleAttributeType
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
    /// The expression that computes the value; nil until it is set.
    open var expression: NSExpression? { willSet { willChange() } }
    /// The type of the result.
    open var expressionResultType = NSAttributeType.undefinedAttributeType {
        willSet { willChange() }
    }
    /// The type of the result, as newer code writes it.
    open var resultType: NSAttributeDescription.AttributeType {
        get { NSAttributeDescription.AttributeType(rawValue: expressionResultType) }
        set { expressionResultType = newValue.rawValue }
    }

    override class func blank() -> NSPropertyDescription { NSExpressionDescription() }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        guard let copy = copy as? NSExpressionDescription else { return }
        copy.expression = expression
        copy.expressionResultType = expressionResultType
    }
}
