// readLimits(environment): the limits it configures, each by LIMITS, by a variable of its own, or by the size of the team.
import {
  isLimit,
  type LimitName,
  type Limits,
  limitNames,
  limits,
  limitsFor,
  limitVariables,
  quotas,
  rates,
} from "~/contract/limits"

/** Of a size such as 1000000, 64 MB or 1.5 GB; undefined when it is none. */
export const bytesOf = (text: string): number | undefined => {
  const [, value, unit] = /^(\d{1,15}(?:\.\d{1,3})?) ?(KB|MB|GB)?$/i.exec(text) ?? []
  if (value === undefined || (!unit && value.includes("."))) return undefined
  const power = ["", "KB", "MB", "GB"].indexOf((unit ?? "").toUpperCase())
  const bytes = Math.round(Number(value) * 1_024 ** power)
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** 64 MB, 5 GB: in the largest unit that divides them. */
const sizeText = (bytes: number) => {
  const power = [3, 2, 1].find((power) => bytes > 0 && bytes % 1_024 ** power === 0) ?? 0
  return power === 0 ? String(bytes) : `${bytes / 1_024 ** power} ${["", "KB", "MB", "GB"][power]}`
}

/** A limit's amount as it is configured. */
export const shownAmount = (name: LimitName) => {
  const { measure, most } = limits[name]
  return measure === "bytes" ? sizeText(most) : String(most)
}

/** Null where the text is no amount of that limit. */
export const amountOf = (name: LimitName, text: string): number | null => {
  const { measure, least, largest } = limits[name]
  const value = measure === "bytes" ? bytesOf(text) : /^\d{1,12}$/.test(text) ? Number(text) : undefined
  return value !== undefined && value >= least && value <= largest ? value : null
}

const anySize = 999_999_999_999_999

export const expectedAmount = (name: LimitName) => {
  const { measure, least, largest } = limits[name]
  if (measure === "ms") return "milliseconds"
  if (measure === "count") return least === 0 ? "a whole number" : "a positive number"
  const within = [
    ...(least > 0 ? [`${sizeText(least)} or more`] : []),
    ...(largest < anySize ? [`at most ${sizeText(largest)}`] : []),
  ]
  return ["bytes, or a size such as 64 MB or 5 GB", ...within].join("; ")
}

export type Fault = { name: string; found: string; expected: string }

const fault = (found: string, expected: string): Fault => ({ name: "LIMITS", found: JSON.stringify(found), expected })

const partsOf = (list: string) => {
  const given: Partial<Limits> = {}
  const faults: Fault[] = []
  for (const part of list.split(",").flatMap((part) => part.trim() || [])) {
    const [name = "", ...rest] = part.split("=").map((each) => each.trim())
    const text = rest.join("=")
    const most = isLimit(name) ? amountOf(name, text) : null
    if (!isLimit(name)) faults.push(fault(part, "name=amount with a name from docs/limits.md"))
    else if (most === null) faults.push(fault(part, `${name}= and ${expectedAmount(name)}`))
    else if (given[name] !== undefined) faults.push(fault(part, `${name} once`))
    else given[name] = most
  }
  return { given, faults }
}

type Given = { [Name in "LIMITS" | "LIMIT_SCALE" | keyof typeof limitVariables]?: string }

/** Faults of variables that are wrong by themselves are not repeated. */
export const readLimits = (environment: Given): { limits: Limits; faults: Fault[] } => {
  const { given, faults } = partsOf(environment.LIMITS ?? "")
  for (const [variable, name] of Object.entries(limitVariables)) {
    const text = environment[variable as keyof typeof limitVariables]
    if (text === undefined) continue
    if (given[name] !== undefined) faults.push(fault(`${name}=${given[name]}`, `no ${name}, since ${variable} is set`))
    given[name] = amountOf(name, text) ?? undefined
  }
  const scale = Number(environment.LIMIT_SCALE ?? 1)
  const inForce = limitsFor(scale, given)
  const { import_memory: all, import_memory_per_person: own } = inForce
  if (all < own)
    faults.push(
      fault(`import_memory=${sizeText(all)}`, `import_memory= and import_memory_per_person, ${sizeText(own)}, or more`),
    )
  return { limits: inForce, faults }
}

const renamed: Record<string, LimitName> = {
  BODY_BYTES: "body_memory",
  BODY_BYTES_PER_CALLER: "body_memory_per_caller",
  ANSWER_BYTES: "plan_memory",
  ANSWER_BYTES_PER_CALLER: "plan_memory_per_caller",
  IMPORT_BYTES: "import_memory",
  IMPORT_BYTES_PER_PERSON: "import_memory_per_person",
  THREAD_MEMORY_MB: "thread_memory",
  THREAD_TEXT_GROWTH_MB: "thread_text_growth",
}
const prefixOf = (name: LimitName) =>
  name in quotas || /^(?:sockets|connections)/.test(name) ? "QUOTA_" : name in rates ? "RATE_" : ""
const former = new Map<string, LimitName>([
  ...limitNames.map((name): [string, LimitName] => [`${prefixOf(name)}${name.toUpperCase()}`, name]),
  ...Object.entries(renamed),
])

/** A fault for each variable that an installation may still set in place of LIMITS; they would be ignored. */
export const formerVariables = (source: Record<string, string | undefined>): Fault[] =>
  [...former].flatMap(([variable, name]) => {
    const given = source[variable]?.trim()
    if (!given || variable in limitVariables) return []
    const amount = variable.endsWith("_MB") ? `${given} MB` : given
    const expected = `LIMITS='${name}=${amount}' in its place`
    return [{ name: variable, found: JSON.stringify(given), expected }]
  })
