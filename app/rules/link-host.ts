/** disguisedHost(text, href): the host a link leads to, where its text looks like another address. */

/** Endings of files that no domain has. */
const fileEnding =
  /^(?:pdf|docx?|xlsx?|pptx?|od[tsp]|png|jpe?g|gif|webp|svg|csv|txt|html?|jsonl?|xml|ya?ml|[jt]sx?|css|exe)$/
const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
/** Letters that look like Latin ones. */
const imitation = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u

/** Undefined where the text names no address, or this one. */
export const disguisedHost = (text: string, href: string): string | undefined => {
  if (!URL.canParse(href)) return undefined
  const { host } = new URL(href)
  const plain = text.slice(0, 2_000).normalize("NFKC").replace(invisible, "").replace(/[。․]/g, ".").toLowerCase()
  const named = plain.split(/\s/).flatMap(namedIn)
  return named.some((name) => isImitation(name) || bare(asHost(name)) !== bare(host)) ? host : undefined
}

/** The hosts that a word begins with, user names included: what follows them is a path. */
const namedIn = (word: string): string[] => {
  const start = word.replace(/^[^\p{L}\p{N}]+/u, "")
  const scheme = /^[a-z][a-z\d+.-]*:[/\\]/.exec(start)?.[0] ?? ""
  const rest = start.slice(scheme.length).replace(/^[/\\]+/, "")
  const authority = rest.split(/[/\\?#]/, 1)[0] ?? ""
  const found = authority.split(/[^\p{L}\p{N}\p{M}._-]/u).filter(isHostLike)
  return found.length === 0 && scheme !== "" && authority !== "" ? [authority] : found
}

const isHostLike = (name: string) => {
  const labels = name.replace(/\.$/, "").split(".")
  const last = labels.at(-1) ?? ""
  if (labels.length < 2 || labels.includes("")) return false
  return /^\d+$/.test(last) ? labels.length === 4 : /^\p{L}./u.test(last) && !fileEnding.test(last)
}

const isImitation = (name: string) => imitation.test(name) && /^[a-z]+$/.test(name.slice(name.lastIndexOf(".") + 1))
const asHost = (name: string) => (URL.canParse(`http://${name}`) ? new URL(`http://${name}`).host : name)
const bare = (host: string) =>
  host
    .replace(/:\d+$/, "")
    .replace(/\.$/, "")
    .replace(/^www\./, "")
