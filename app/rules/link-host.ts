/** disguisedHost(text, href): the host a link leads to, where its text looks like another address. */

const hostLike = /(?:[\p{L}\p{N}\p{M}_-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{N}]|\d+(?:\.\d+){3}/gu
/** Endings of files that no domain has. */
const fileEnding =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|png|jpe?g|gif|webp|svg|csv|txt|html?|jsonl?|xml|ya?ml|[jt]sx?|css|exe)$/
const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
/** Letters that look like Latin ones, under a Latin top-level domain. */
const imitation = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}].*\.[a-z]+$/u

/** Undefined where the text names no address, or this one. */
export const disguisedHost = (text: string, href: string): string | undefined => {
  if (!URL.canParse(href)) return undefined
  const { host } = new URL(href)
  const plain = text.slice(0, 2_000).normalize("NFKC").replace(invisible, "").replace(/[。․]/g, ".").toLowerCase()
  const named = plain.split(/\s+/).flatMap(namedIn)
  return named.some((name) => imitation.test(name) || bare(asHost(name)) !== bare(host)) ? host : undefined
}

/** The hosts that a word begins with, user names included: what follows them is a path. */
const namedIn = (word: string): string[] => {
  const start = word.replace(/^[^\p{L}\p{N}]+/u, "")
  const [, scheme = "", rest = ""] = /^([a-z][a-z\d+.-]*:[/\\]*)?(.*)$/su.exec(start) ?? []
  const authority = rest.split(/[/\\?#]/, 1)[0] ?? ""
  const found = [...authority.matchAll(hostLike)].map(([name]) => name).filter((name) => !fileEnding.test(name))
  return found.length === 0 && /[/\\]{2}$/.test(scheme) && authority !== "" ? [authority] : found
}

const asHost = (name: string) => (URL.canParse(`http://${name}`) ? new URL(`http://${name}`).host : name)
const bare = (host: string) => host.replace(/:\d+$/, "").replace(/^www\./, "")
