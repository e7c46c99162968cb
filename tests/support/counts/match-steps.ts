// matchSteps(pattern, text, from): how many steps a backtracking engine takes to find the first match, or that there is
// none. For patterns of classes, groups, alternatives, quantifiers, lookaheads and the anchors ^ and $.
import { type AST, RegExpParser } from "@eslint-community/regexpp"

type Next = (at: number) => boolean
type Matcher = (at: number, next: Next) => boolean
type Run = { text: string; steps: number }

const compiled = new Map<string, (run: Run) => Matcher>()

export const matchSteps = (pattern: RegExp, text: string, from = 0): number => {
  const known = compiled.get(String(pattern))
  const compile = known ?? compileOf(pattern)
  if (!known) compiled.set(String(pattern), compile)
  const run: Run = { text, steps: 0 }
  const matches = compile(run)
  for (let at = from; at <= text.length; at++) {
    run.steps++
    if (matches(at, () => true) || pattern.sticky) break
  }
  return run.steps
}

const compileOf = (pattern: RegExp) => {
  const tree = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(pattern.source, 0, pattern.source.length, {
    unicode: pattern.unicode,
  })
  const flags = pattern.flags.replace(/[gy]/g, "")
  return (run: Run) => alternatives(tree.alternatives, flags, run)
}

const alternatives = (all: AST.Alternative[], flags: string, run: Run): Matcher => {
  const each = all.map(({ elements }) => sequence(elements.map((element) => matcherOf(element, flags, run))))
  return (at, next) => each.some((matches) => matches(at, next))
}

const sequence = (parts: Matcher[]): Matcher => {
  const from = (index: number, at: number, next: Next): boolean => {
    const part = parts[index]
    return part ? part(at, (end) => from(index + 1, end, next)) : next(at)
  }
  return (at, next) => from(0, at, next)
}

const matcherOf = (element: AST.Element, flags: string, run: Run): Matcher => {
  switch (element.type) {
    case "Character":
    case "CharacterSet":
    case "CharacterClass": {
      const one = new RegExp(`^${element.raw}$`, `${flags.replace("m", "")}s`)
      const known = new Map<string, boolean>()
      return (at, next) => {
        run.steps++
        const letter = run.text[at]
        if (letter === undefined) return false
        const fits = known.get(letter) ?? one.test(letter)
        known.set(letter, fits)
        return fits && next(at + 1)
      }
    }
    case "Group":
    case "CapturingGroup":
      return alternatives(element.alternatives, flags, run)
    case "Quantifier":
      return quantifier(element, matcherOf(element.element, flags, run))
    case "Assertion": {
      if (element.kind === "lookahead") {
        const ahead = alternatives(element.alternatives, flags, run)
        return (at, next) => ahead(at, () => true) !== element.negate && next(at)
      }
      if (element.kind === "start") return (at, next) => at === 0 && next(at)
      if (element.kind === "end") return (at, next) => at === run.text.length && next(at)
      throw new Error(`steps of ${element.raw} are not counted`)
    }
    default:
      throw new Error(`steps of ${element.raw} are not counted`)
  }
}

/** Without recursion where the element is one letter, since texts are longer than the stack is deep. */
const quantifier = ({ min, max, greedy, element }: AST.Quantifier, matches: Matcher): Matcher => {
  const isLetter = ["Character", "CharacterSet", "CharacterClass"].includes(element.type)
  if (isLetter && greedy)
    return (at, next) => {
      let end = at
      while (end - at < max && matches(end, () => true)) end++
      for (; end - at >= min; end--) if (next(end)) return true
      return false
    }
  const from = (count: number, at: number, next: Next): boolean => {
    const more = () => count < max && matches(at, (end) => (end > at || count < min) && from(count + 1, end, next))
    if (greedy) return more() || (count >= min && next(at))
    return (count >= min && next(at)) || more()
  }
  return (at, next) => from(0, at, next)
}
