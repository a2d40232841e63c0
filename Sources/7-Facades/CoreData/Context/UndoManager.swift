public import Foundation

/// Undoes and redoes what was registered; Foundation on Linux has none.
///
/// Actions of one context event form a group.
///
///     context.undoManager = UndoManager()
///     note.title = "Second"
///     context.undoManager?.undo()
///     note.title  // "First"
open class UndoManager: NSObject, @unchecked Sendable {
    // Unchecked: belongs to one queue, as its context does.
    private struct Group {
        var actions: [() -> Void] = []
        var name = ""
    }

    private var undos: [Group] = []
    private var redos: [Group] = []
    private var open: [Group] = []
    private var disabled = 0
    private var undoing = false
    private var redoing = false
    /// What contexts do before a group is closed: they end their event, which registers it.
    ///
    /// False of one that is gone.
    final var checkpoints: [ObjectIdentifier: () -> Bool] = [:]
    /// How many groups are kept; 0 for all.
    open var levelsOfUndo = 0 {
        didSet { dropOldest() }
    }
    /// Whether each event is a group.
    open var groupsByEvent = true

    /// A manager without actions.
    public override init() { super.init() }

    /// Whether there is anything to undo.
    open var canUndo: Bool { !undos.isEmpty || open.contains { !$0.actions.isEmpty } }
    /// Whether there is anything to redo.
    open var canRedo: Bool { !redos.isEmpty }
    /// Whether something is being undone.
    open var isUndoing: Bool { undoing }
    /// Whether something is being redone.
    open var isRedoing: Bool { redoing }
    /// Whether actions are registered.
    open var isUndoRegistrationEnabled: Bool { disabled == 0 }
    /// Whether groups are open, and how many.
    open var groupingLevel: Int { open.count }
    /// The name of what would be undone.
    open var undoActionName: String { undos.last?.name ?? "" }
    /// The name of what would be redone.
    open var redoActionName: String { redos.last?.name ?? "" }

    /// Registers no more actions until the opposite was called as often.
    open func disableUndoRegistration() { disabled += 1 }
    /// Takes back one call of ``disableUndoRegistration()``.
    open func enableUndoRegistration() { disabled = max(0, disabled - 1) }
    /// Opens a group: everything until its end is undone together.
    open func beginUndoGrouping() {
        if !open.isEmpty { checkpoint() }
        open.append(Group())
    }
    /// Closes the innermost open group; a group without actions is dropped.
    open func endUndoGrouping() {
        checkpoint()
        guard let group = open.popLast() else { return }
        if open.isEmpty { push(group) } else { open[open.count - 1].actions += group.actions }
    }
    /// Names the innermost open group; if none is open, the newest group that can be undone.
    open func setActionName(_ actionName: String) {
        if !open.isEmpty {
            open[open.count - 1].name = actionName
        } else if !undos.isEmpty {
            undos[undos.count - 1].name = actionName
        }
    }
    /// Registers an action that undoes what was done.
    open func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping (TargetType) -> Void
    ) {
        guard disabled == 0 else { return }
        let action = { [weak target] in
            guard let target else { return }
            handler(target)
        }
        if open.isEmpty {
            push(Group(actions: [action]))
        } else {
            open[open.count - 1].actions.append(action)
            // What was undone before it cannot be done again, even before the group is closed.
            if !undoing, !redoing { redos = [] }
        }
    }
    /// Undoes the last group.
    open func undo() {
        checkpoint()
        while !open.isEmpty { endUndoGrouping() }
        undoNestedGroup()
    }
    /// Undoes the last group.
    open func undoNestedGroup() {
        guard let group = undos.popLast() else { return }
        undoing = true
        open.append(Group(name: group.name))
        for action in group.actions.reversed() { action() }
        let done = open.popLast() ?? Group()
        if !done.actions.isEmpty { redos.append(done) }
        undoing = false
    }
    /// Does again what was undone last.
    open func redo() {
        checkpoint()
        guard let group = redos.popLast() else { return }
        redoing = true
        open.append(Group(name: group.name))
        for action in group.actions.reversed() { action() }
        let done = open.popLast() ?? Group()
        if !done.actions.isEmpty { undos.append(done) }
        redoing = false
    }
    /// Drops all actions to undo and to redo, and all open groups.
    open func removeAllActions() {
        undos = []
        redos = []
        open = []
    }

    private func checkpoint() {
        guard !undoing, !redoing else { return }
        for (context, end) in checkpoints where !end() { checkpoints[context] = nil }
    }

    private func push(_ group: Group) {
        guard !group.actions.isEmpty else { return }
        undos.append(group)
        redos = []
        dropOldest()
    }

    private func dropOldest() {
        if levelsOfUndo > 0, undos.count > levelsOfUndo {
            undos.removeFirst(undos.count - levelsOfUndo)
        }
    }
}
