import { diffArrays } from "diff"

/** Both sides' changes merged. */
export type Merged = {
  text: string
  /** Both changed the same words, or comparing took too long; the text then contains both, theirs above mine. */
  overlaps: boolean
}

/** Milliseconds for all comparisons of a merge: a text that repeats itself would take minutes of the page. */
const patience = 400

/** A three-way merge of `mine` and `theirs`: by lines, and by words within lines that both changed. */
export const mergeTexts = (base: string, mine: string, theirs: string): Merged => {
  if (mine === theirs || theirs === base) return { text: mine, overlaps: false }
  if (mine === base) return { text: theirs, overlaps: false }
  const until = performance.now() + patience
  const regions = mergeParts({ base: base.split("\n"), mine: mine.split("\n"), theirs: theirs.split("\n") }, until)
  if (!regions) return { text: `${theirs}\n${mine}`, overlaps: true }
  const lines: string[] = []
  let overlaps = false
  for (const region of regions) {
    const within = "merged" in region ? region.merged : mergeWords(region, until)
    if (within === undefined) overlaps = true
    for (const line of within ?? [...region.theirs, ...region.mine]) lines.push(line)
  }
  return { text: lines.join("\n"), overlaps }
}

type Sides = { base: string[]; mine: string[]; theirs: string[] }
/** Parts that are merged, or that both sides changed differently. */
type Region = Sides & { merged?: string[] }

const words = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

const mergeWords = ({ base, mine, theirs }: Sides, until: number): string[] | undefined => {
  // Lines that one side deleted can't be merged by words.
  if ([base, mine, theirs].some((side) => side.join("").trim() === "")) return undefined
  const wordsOf = (side: string[]) => words(side.join("\n"))
  const regions = mergeParts({ base: wordsOf(base), mine: wordsOf(mine), theirs: wordsOf(theirs) }, until)
  const merged = regions?.map((region) => region.merged)
  return merged?.every((parts) => parts !== undefined) ? [merged.flat().join("")] : undefined
}

/** Parts `from` to `to` of the base that a side replaced; what follows is `shift` parts further on in that side. */
type Change = { of: "mine" | "theirs"; from: number; to: number; shift: number }

const changesOf = (of: Change["of"], base: string[], side: string[], until: number): Change[] | undefined => {
  const timeout = Math.max(1, until - performance.now())
  const parts = diffArrays(base, side, { timeout })
  if (!parts) return undefined
  const changes: Change[] = []
  let at = 0
  let shift = 0
  for (const { added, removed, value } of parts) {
    const { length } = value
    if (added || removed) {
      let last = changes.at(-1)
      if (last?.to !== at) {
        last = { of, from: at, to: at, shift }
        changes.push(last)
      }
      if (removed) last.to += length
      shift += added ? length : -length
      last.shift = shift
    }
    if (!added) at += length
  }
  return changes
}

/** Undefined: comparing took too long. */
const mergeParts = ({ base, mine, theirs }: Sides, until: number): Region[] | undefined => {
  const [byMine, byTheirs] = [changesOf("mine", base, mine, until), changesOf("theirs", base, theirs, until)]
  if (!byMine || !byTheirs) return undefined
  const changes = [...byMine, ...byTheirs].sort((a, b) => a.from - b.from)
  const regions: Region[] = []
  const shifts = { mine: 0, theirs: 0 }
  const add = (from: number, to: number, changed: Change[]) => {
    const before = { ...shifts }
    for (const { of, shift } of changed) shifts[of] = shift
    const region: Region = {
      base: base.slice(from, to),
      mine: mine.slice(from + before.mine, to + shifts.mine),
      theirs: theirs.slice(from + before.theirs, to + shifts.theirs),
    }
    const sides = new Set(changed.map(({ of }) => of))
    if (sides.size < 2) region.merged = sides.has("mine") ? region.mine : region.theirs
    else if (isEqual(region.mine, region.theirs)) region.merged = region.mine
    regions.push(region)
  }
  let done = 0
  for (let next = 0; next < changes.length; ) {
    const first = changes[next] as Change
    let to = first.to
    let end = next + 1
    // Changes that touch form one region, because nothing says which of them comes first.
    for (; end < changes.length && (changes[end] as Change).from <= to; end++)
      to = Math.max(to, (changes[end] as Change).to)
    if (first.from > done) add(done, first.from, [])
    add(first.from, to, changes.slice(next, end))
    done = to
    next = end
  }
  if (base.length > done) add(done, base.length, [])
  return regions
}

const isEqual = (a: string[], b: string[]) => a.length === b.length && a.every((part, at) => part === b[at])
