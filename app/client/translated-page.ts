/** Text nodes that a translation has replaced, each with the node shown in its place. */
const replaced = new WeakMap<Node, Node>()
let isPatched = false

/** The child of `parent` that shows a node of React's: the node itself, its replacement, or an element wrapped around either. */
const shown = (node: Node | null, parent: Node): Node | null => {
  let at = node?.parentNode ? node : node && replaced.get(node)
  while (at && at.parentNode !== parent) at = at.parentNode
  return at ?? null
}

/** React keeps updating the nodes that it made. */
const patch = () => {
  if (isPatched) return
  isPatched = true
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const there = shown(child, this)
    if (there) removeChild.call(this, there)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    insertBefore.call(this, child, shown(before, this))
    return child
  }
}

/** Shows a text that has changed beneath its translation, to be translated again. */
const showTexts = (changes: MutationRecord[]) => {
  for (const text of new Set(changes.map(({ target }) => target))) {
    const stand = replaced.get(text)
    if (!stand?.parentNode) continue
    replaced.delete(text)
    stand.parentNode.replaceChild(text, stand)
  }
}

/**
 * A browser that translates the page wraps each text in elements. Without this, changes of these texts would be
 * lost, and their removal would end the page.
 */
export const followTranslation = () => {
  const onText = new MutationObserver(showTexts)
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      const text = removedNodes[0]
      if (text?.nodeType !== Node.TEXT_NODE || text.parentNode) continue
      // It took the text's place, or stood beside it before.
      const stand = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === "FONT")
      if (!stand) continue
      patch()
      replaced.set(text, stand)
      onText.observe(text, { characterData: true })
    }
  }).observe(document.documentElement, { childList: true, subtree: true })
}
