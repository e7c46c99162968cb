import { withDistinctNames } from "./person-name"

/** The colours of people's avatars, in the order in which a plan's members get them. */
export const tints = [
  "teal",
  "coral",
  "iris",
  "moss",
  "amber",
  "sky",
  "rose",
  "olive",
  "cobalt",
  "plum",
  "jade",
  "slate",
] as const

/** How a plan's member is shown in it. The thirteenth to twenty-fourth colours are the same ones, solid. */
export type PersonLook = { userName: string; letters: string; tint: (typeof tints)[number]; solid: boolean }

export type PeopleLooks = ReadonlyMap<number, PersonLook>

const capital = (word: string) => [...([...word][0] ?? "").toLocaleUpperCase()][0] ?? ""

/** The first letter of a name. */
export const initial = (name: string) => capital(name.trim()) || "?"

const hasCase = (letter: string) => letter.toLocaleLowerCase() !== letter.toLocaleUpperCase()

/** The first letters of the first and the last word, or two of a single word; one in scripts without capitals. */
export const twoLetters = (name: string) => {
  const words = name.split(/[\s.\-_]+/u).filter((word) => word !== "")
  const [first = name] = words
  if (!hasCase(initial(first))) return initial(first)
  const second = words.length > 1 ? capital(words.at(-1) as string) : capital([...first].slice(1).join(""))
  return initial(first) + second
}

type Shown = { id: number; userName: string; tint?: number | undefined }

/** What distinguishes the members of a plan: names, letters and colours. */
export const looksOf = (members: readonly Shown[]): PeopleLooks => {
  const sharing = new Map<string, number>()
  for (const { userName } of members) sharing.set(initial(userName), (sharing.get(initial(userName)) ?? 0) + 1)
  const names = withDistinctNames(members)
  return new Map(
    members.map(({ id, userName, tint = id }, at) => {
      const letters = (sharing.get(initial(userName)) ?? 0) > 1 ? twoLetters(userName) : initial(userName)
      const look: PersonLook = {
        userName: names[at]?.userName ?? userName,
        letters,
        tint: tints[tint % tints.length] ?? "slate",
        solid: tint % (tints.length * 2) >= tints.length,
      }
      return [id, look]
    }),
  )
}
