// What a screen must not show at any width: see layoutFaults and smallTargets.
import type { Page } from "@playwright/test"

/** Everything a person can press or type into. */
const pressable =
  "button, a[href], input, select, textarea, summary, [role=tab], [role=option], [role=menuitem], [role=slider], [role=separator][tabindex]"

/**
 * Faults of what is in sight, each as a sentence: a page wider than the window, texts of the product that are cut off or end
 * in an ellipsis, controls that overlap or leave the window, and English texts on a page in another language. Texts of people
 * have `dir="auto"` or are among `typed`.
 */
export const layoutFaults = (page: Page, typed: readonly string[]) =>
  page.evaluate(
    async ([pressable, typed]) => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      await Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
          .map(({ finished }) => finished.catch(() => {})),
      )
      const faults = new Set<string>()
      const wider = document.documentElement.scrollWidth - innerWidth
      if (wider > 0) faults.add(`The page is ${wider} px wider than the window.`)

      /** Only a screen reader has it. */
      const isClipped = (element: Element): boolean =>
        getComputedStyle(element).clipPath === "inset(50%)" ||
        (element.parentElement !== null && isClipped(element.parentElement))
      const isShown = (element: Element) =>
        !element.closest("[inert], [aria-hidden=true], #picture") &&
        !isClipped(element) &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const scrollsAcross = (element: Element | null): boolean => {
        for (let around = element; around; around = around.parentElement)
          if (/auto|scroll/.test(getComputedStyle(around).overflowX) && around.scrollWidth > around.clientWidth)
            return true
        return false
      }
      const isOutside = ({ left, right }: DOMRect) => left < -1 || right > innerWidth + 1

      const mirrored = document.documentElement.lang === "ar-XB"
      // No browser has dates in the mirrored language.
      const dates = [...Array(12).keys()].flatMap((at) =>
        (["long", "short"] as const).flatMap((length) => [
          new Date(2026, at).toLocaleDateString("en-GB", { month: length }),
          new Date(2026, 0, at).toLocaleDateString("en-GB", { weekday: length }),
        ]),
      )
      const isEnglish = (text: string) => {
        const rest = [...typed, ...dates].reduce(
          (left, each) => left.replaceAll(each, ""),
          text.replace(/\d+ \w+ ago/, ""),
        )
        return mirrored
          ? /[a-z]{3}/i.test(rest) && !/[\u202e\u2067]/.test(rest)
          : /\b(the|and|your|you|this|with|are|from|has|have)\b/i.test(rest)
      }
      const read = (text: string, element: Element) => {
        if (!element.closest("[lang]:not(html), [dir=auto], .cm-content, code, kbd") && isEnglish(text))
          faults.add(`English: “${text.slice(0, 60)}” in ${element.tagName.toLowerCase()}.${element.className}`)
      }

      const cutOff = (element: Element, lines: readonly DOMRect[]) => {
        for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
          const { overflowX, overflowY, position, webkitLineClamp } = getComputedStyle(around)
          const box = around.getBoundingClientRect()
          if (
            /hidden|clip/.test(overflowX) &&
            lines.some(({ left, right }) => left < box.left - 1 || right > box.right + 1)
          )
            return true
          if (
            /hidden|clip/.test(overflowY) &&
            webkitLineClamp === "none" &&
            lines.some(({ top, bottom }) => top < box.bottom && bottom > box.bottom + 3)
          )
            return true
          if (/auto|scroll/.test(`${overflowX} ${overflowY}`) || position === "fixed") return false
        }
        return false
      }

      /** Whether a scroller around the element shows the point. */
      const scrolledTo = (element: Element, x: number, y: number) => {
        for (let around = element.parentElement; around; around = around.parentElement) {
          if (!/auto|scroll/.test(getComputedStyle(around).overflowY)) continue
          const { left, right, top, bottom } = around.getBoundingClientRect()
          if (x < left || x > right || y < top || y > bottom) return false
        }
        return true
      }

      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { textContent, parentElement } = texts.currentNode
        const text = textContent?.trim() ?? ""
        if (!parentElement || text === "" || parentElement.closest("script, style, template")) continue
        if (!isShown(parentElement.closest("select") ?? parentElement)) continue
        read(text, parentElement)
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
        if (lines.length === 0 || parentElement.closest("[dir=auto]") || typed.some((each) => text.includes(each)))
          continue
        if (cutOff(parentElement, lines)) faults.add(`Cut off: “${text.slice(0, 60)}”`)
        if (lines.some(isOutside) && !scrollsAcross(parentElement))
          faults.add(`Outside the window: “${text.slice(0, 60)}”`)
      }
      for (const element of document.querySelectorAll("[aria-label], [placeholder], [data-tip], [title], [alt]"))
        if (isShown(element) && !element.closest("[dir=auto]"))
          for (const name of ["aria-label", "placeholder", "data-tip", "title", "alt"]) {
            const text = element.getAttribute(name)?.trim()
            if (text) read(text, element)
          }

      const nameOf = (element: Element) =>
        `“${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}” ${element.tagName.toLowerCase()}.${element.className}`
      for (const control of document.querySelectorAll(pressable)) {
        if (!isShown(control) || control.matches("[data-card], .stretched, [role=separator]")) continue
        const box = control.getBoundingClientRect()
        if (box.width < 8 || box.height < 8 || getComputedStyle(control).opacity === "0") continue
        const at = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(pressable)
        if (at((box.left + box.right) / 2, (box.top + box.bottom) / 2) !== control) continue
        if (isOutside(box) && !scrollsAcross(control)) faults.add(`Outside the window: ${nameOf(control)}`)
        for (const [x, y] of [
          [box.left + 3, (box.top + box.bottom) / 2],
          [box.right - 3, (box.top + box.bottom) / 2],
          [(box.left + box.right) / 2, box.top + 3],
          [(box.left + box.right) / 2, box.bottom - 3],
        ] as const) {
          if (!scrolledTo(control, x, y)) continue
          const other = at(x, y)
          const { left = 0, right = 0, top = 0, bottom = 0 } = other?.getBoundingClientRect() ?? {}
          // A target for fingers reaches over its box.
          const over = x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1
          // A widget and the bars of a phone lie over the board.
          if (
            other?.closest(".widget, .chat-window, .bottom-nav, .top-bar") !==
            control.closest(".widget, .chat-window, .bottom-nav, .top-bar")
          )
            continue
          if (over && other && other !== control && !other.contains(control) && !control.contains(other))
            faults.add(`Covered: ${nameOf(control)} by ${nameOf(other)}`)
        }
      }
      return [...faults]
    },
    [pressable, typed] as const,
  )

/**
 * Controls in sight that a finger can miss, as a name and their size in px: less than 44 px wide or high where a press counts.
 * Links within a sentence are as high as its lines (WCAG 2.5.8), the button of a card is stretched over all of it, and a text
 * edited in place has the focus already.
 */
export const smallTargets = (page: Page, within = "body") =>
  page.evaluate(
    async ([pressable, within]) => {
      // A toast behind another one is drawn smaller; it comes to the front at its size.
      const behind =
        "[data-sonner-toast][data-front=false][data-expanded=false], [data-sonner-toast][data-removed=true]"
      // What has just opened is drawn smaller until its animation has begun: a toast's begins once React's effects have run.
      do await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      while (document.querySelector("[data-sonner-toast][data-mounted=false]"))
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
      const small: string[] = []
      for (const found of document.querySelectorAll<HTMLElement>(`${within} :is(${pressable})`)) {
        // The whole label takes the press.
        const control = found.matches("[type=checkbox], [type=radio]") ? (found.closest("label") ?? found) : found
        if (control.closest(`[inert], .visually-hidden, ${behind}`) || !control.checkVisibility()) continue
        const isInSentence =
          found.matches("a[href]") &&
          getComputedStyle(found).display === "inline" &&
          found.parentElement?.textContent?.trim() !== found.textContent?.trim()
        if (isInSentence || found.matches("[data-card], .in-place")) continue
        const outside = ({ left, right }: DOMRect) => left < 0 || right > innerWidth
        if (outside(control.getBoundingClientRect())) continue
        // A scroller's edge cuts off a part of its last control.
        control.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" })
        const { left, right, top, bottom, width } = control.getBoundingClientRect()
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        const hits = (x: number, y: number) => control.contains(document.elementFromPoint(x, y))
        // Covered, or partly outside the window.
        if (width < 3 || !hits(x, y)) continue
        // From the farthest on: most controls have the size.
        const reach = (dx: number, dy: number) => {
          let far = 22
          while (far > 0 && !hits(x + dx * far, y + dy * far)) far--
          return far
        }
        // A window that can be moved away covers a part of it.
        const floats = (dx: number, dy: number) => {
          const far = reach(dx, dy) + 1
          const cover = document.elementFromPoint(x + dx * far, y + dy * far)?.closest(".widget")
          return far <= 22 && cover && !cover.contains(control)
        }
        if (floats(1, 0) || floats(-1, 0) || floats(0, 1) || floats(0, -1)) continue
        const [wide, high] = [reach(1, 0) + reach(-1, 0) + 1, reach(0, 1) + reach(0, -1) + 1]
        if (wide < 43 || high < 43)
          small.push(`${control.getAttribute("aria-label") ?? control.textContent}: ${wide} x ${high}`)
      }
      return small
    },
    [pressable, within] as const,
  )

/** What a phone covers of its screen, px: a notch, round corners, the bar to go home. */
export type Insets = { top?: number; bottom?: number; left?: number; right?: number }

/** Has the window of a page look like that of a phone that covers so much of it. Returns a function that changes it. */
export const insetsOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  return async (insets: Insets) => {
    // Newer than the library's list of commands.
    const send = session.send.bind(session) as (command: string, given: object) => Promise<unknown>
    await send("Emulation.setSafeAreaInsetsOverride", { insets })
  }
}

/**
 * Controls in sight that lie where the device covers the screen, as a name and the sides. What scrolls can be brought into the
 * open, on a page that scrolls as a whole if there is room below it.
 */
export const coveredControls = (page: Page, { top = 0, bottom = 0, left = 0, right = 0 }: Insets) =>
  page.evaluate(
    ([pressable, top, bottom, left, right]) => {
      const covered: string[] = []
      const { scrollHeight } = document.documentElement
      for (const control of document.querySelectorAll<HTMLElement>(pressable)) {
        if (control.closest("[inert], .visually-hidden") || !control.checkVisibility()) continue
        const box = control.getBoundingClientRect()
        const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
        if (box.width < 3 || !control.contains(document.elementFromPoint(middle.x, middle.y))) continue
        const scrolls = { down: false, across: false }
        let isFixed = false
        for (let around = control.parentElement; around; around = around.parentElement) {
          const { overflowX, overflowY, position } = getComputedStyle(around)
          isFixed ||= /fixed|sticky/.test(position)
          scrolls.down ||= /auto|scroll/.test(overflowY) && around.scrollHeight > around.clientHeight
          scrolls.across ||= /auto|scroll/.test(overflowX) && around.scrollWidth > around.clientWidth
        }
        scrolls.down ||= !isFixed && scrollHeight > innerHeight && scrollHeight - box.bottom - scrollY >= bottom
        const sides = [
          !scrolls.down && box.top < top - 1 && "top",
          !scrolls.down && box.bottom > innerHeight - bottom + 1 && "bottom",
          !scrolls.across && box.left < left - 1 && "left",
          !scrolls.across && box.right > innerWidth - right + 1 && "right",
        ].filter((side) => side !== false)
        if (sides.length > 0)
          covered.push(`${control.getAttribute("aria-label") ?? control.textContent?.trim()}: ${sides.join(" ")}`)
      }
      return covered
    },
    [pressable, top, bottom, left, right] as const,
  )
