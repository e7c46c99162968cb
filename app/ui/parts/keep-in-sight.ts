const isField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && (element.matches("input, textarea, select") || element.isContentEditable)

/** The field, or in an editor, which may be taller than the window, the line with the caret. */
const placeOf = (field: HTMLElement): Element => {
  const caret = field.isContentEditable ? getSelection()?.focusNode : undefined
  return (caret instanceof Element ? caret : caret?.parentElement) ?? field
}

/** Scrolls the focused field into sight when a phone's keyboard has made the window smaller. */
export const keepFieldInSight = () => {
  let height = window.innerHeight
  addEventListener("resize", () => {
    const before = height
    height = window.innerHeight
    const { activeElement } = document
    if (height < before && matchMedia("(pointer: coarse)").matches && isField(activeElement))
      requestAnimationFrame(() => placeOf(activeElement).scrollIntoView({ block: "nearest" }))
  })
}
