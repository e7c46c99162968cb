// .env.example, the README's table of variables and docs/limits.md, made from the tables of variables and limits.

import { bounds, type LimitName, labelOf, limits, quotas, rates } from "~/contract/limits"
import { amount } from "~/contract/shared/language/format"
import { defaults, type Group, groups } from "./variables.ts"

const shownOf = (name: string, shown = "") => (name in defaults ? defaults[name as keyof typeof defaults] : shown)

const plain = (text: string) => text.replaceAll("`", "").replace(/\[([^[\]]{1,60})\]\([^()]{1,60}\)/g, "$1")

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`

const wrapped = (text: string, width: number) => {
  const lines = [""]
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? ""
    if (line !== "" && line.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`
  }
  return lines
}

const quotedIfNeeded = (value: string) => (/[ #]/.test(value) && !value.startsWith('"') ? `"${value}"` : value)

const comment = (text: string) => wrapped(text, 118).map((line) => `# ${line}`)

const alsoSaid = ({ more, without, variables }: Group) => {
  const isEmpty = Object.entries(variables).every(([name, { shown }]) => shownOf(name, shown) === "")
  return [...(more ? [more] : []), ...(isEmpty && without ? [`empty: ${without}`] : [])]
}

/** A variable shown without a value has no default. */
export const envExample = () =>
  [
    comment(
      "Configuration: copy to .env and uncomment what you change. The environment wins over this file. Values shown are the defaults; a variable shown empty has none. Everything wrong is listed at start.",
    ),
    ...groups.map((group: Group) => [
      ...comment([group.meaning, ...alsoSaid(group)].map((text) => sentence(plain(text))).join(" ")),
      ...Object.entries(group.variables).map(([name, { shown }]) => `#${name}=${quotedIfNeeded(shownOf(name, shown))}`),
    ]),
  ]
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n")

const row = (cells: string[]) => `| ${cells.join(" | ")} |`
const table = (titles: string[], rows: string[][]) =>
  [row(titles), `|${titles.map(() => "---|").join("")}`, ...rows.map(row)].join("\n")
const code = (text: string) => `\`${text}\``

const variableTable = () =>
  table(
    ["Variable", "Default", "Meaning"],
    groups.map(({ meaning, without, variables }: Group) => [
      Object.keys(variables).map(code).join(", "),
      without ??
        Object.entries(variables)
          .map(([name, { shown }]) => shownOf(name, shown))
          .join(", "),
      meaning,
    ]),
  )

const shownTable = /^\| Variable \| Default \| Meaning \|\n(?:\|.*\n)+/m

/** The README with its table of variables as it has to be. */
export const readmeOf = (readme: string) => {
  if (!shownTable.test(readme)) throw new Error("the README has no table of variables")
  return readme.replace(shownTable, () => `${variableTable()}\n`)
}

const amountText = (name: LimitName) => {
  const { measure, most } = limits[name]
  return measure === "ms" ? `${amount("count", most, "en")} ms` : amount(measure, most, "en")
}

const limitRows = (names: string[], beyond: (name: string) => string) =>
  names.map((given) => {
    const name = given as LimitName
    const { what, of, scale } = limits[name]
    return [code(labelOf(name)), what, amountText(name), of, scale === "team" ? "×" : "", beyond(name)]
  })

const titles = ["Limit", "Of what", "Default", "Of each", "Scale", "Beyond it"]

export const limitsPage = () => `# Limits

Every limit that is configuration, with its default for a team of 200 people. Those marked × are of a whole team and grow with \`LIMIT_SCALE\`: 5 is
for 1,000 people. The others are of one person, one request or one board, or follow the machine's memory. Any of them is set by its
name, several separated by commas; names in capitals are variables of their own:

    LIMIT_SCALE=5
    LIMITS='notes_per_member=2000,thread_memory=1 GB,thread_import_ms=60000'
    QUOTA_PLANS_PER_PERSON=500

Sizes are bytes, or KB, MB or GB of 1,024 each; times are milliseconds. Why they are as they are: decisions
[015](decisions/015-how-often.md), [016](decisions/016-quotas-and-pages.md) and [037](decisions/037-one-table-of-limits.md).

## What is stored

Counted in the transaction that writes. Beyond it the answer is 409 with this advice. A member (the plan's key counts as one) fills at most a fifth of
a plan's files and saved versions.

${table(
  titles,
  limitRows(Object.keys(quotas), (name) => quotas[name as keyof typeof quotas].advice),
)}

## How often

In a minute, an hour or a day by the clock (UTC), in all processes together. Beyond it the answer is 429 with this message. All sessions of one
person together have three times what one has, and so have the keys of one person's plans.

${table(
  titles,
  limitRows(Object.keys(rates), (name) =>
    rates[name as keyof typeof rates].refusal.replace("#", String(rates[name as keyof typeof rates].most)),
  ),
)}

## What is open, in memory and under way at once

In each process.

${table(
  titles,
  limitRows(Object.keys(bounds), (name) => bounds[name as keyof typeof bounds].beyond),
)}
`
