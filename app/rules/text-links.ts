// linksOf(): the links of a text, both Markdown links and bare addresses.

const address = /https?:\/\/(?:[^\s()<>"]|\([^\s()]{0,500}\))+/
export const named = new RegExp(`\\[([^[\\]\\n]{1,200})\\]\\((${address.source})\\)`)
/** In a text, quotation marks, wide brackets and the punctuation of other scripts end an address as a space does. */
export const bare =
  /https?:\/\/(?![-.,:;!?'*_~|\\])(?:[^\s()<>"`“”„‟‘’‚«»‹›…‥—‼⁇⁈⁉。｡．，、､；：！？（）［］｛｝「」『』｢｣《》〈〉【】〔〕〖〗〘〙〚〛〝〞〟،؛؟।॥\u0589\u055d\u05c3\u05f4\u06d4\u0f0d\u0f0e\u104a\u104b\u1361-\u1368\u17d4\u17d5\u1802\u1803\u2033\u2034\u275b-\u275e\u276e\u276f\u27e6-\u27eb\ufe10-\ufe19\ufe35-\ufe44\ufe47\ufe48\ufe50-\ufe52\ufe54-\ufe5e\uff02\uff07\uff1c\uff1e\uff5c\u200b]|’(?=[\wÀ-ɏ])|\([^\s()]{0,500}\))+/

/** Also marks of direction and joiners, which are not seen. */
const endsSentence = /[.,;:!?'´*_~–|\\·•・〜～་\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
const openers: Readonly<Record<string, string>> = { "]": "[", "}": "{" }

/** Punctuation that ends a sentence is not part of an address, nor is a bracket that was opened before it. */
export const bareAddress = (address: string) => {
  let end = address.length
  const count = (sign: string) => address.split(sign).length - 1
  const unopened: Record<string, number> = { "]": count("]") - count("["), "}": count("}") - count("{") }
  for (;;) {
    const last = address.charAt(end - 1)
    if (openers[last] ? (unopened[last] ?? 0) <= 0 : !endsSentence.test(last)) return address.slice(0, end)
    if (openers[last]) unopened[last] = (unopened[last] ?? 0) - 1
    end--
  }
}

const anyLink = new RegExp(`${named.source}|${bare.source}`, "gi")

/** The links of a text, in order; `from` and `to` are offsets. */
export const linksOf = (content: string): { from: number; to: number; href: string; text: string }[] =>
  [...content.matchAll(anyLink)].map(({ 0: whole, 1: text, 2: named, index: from }) => {
    const href = named ?? bareAddress(whole)
    return { from, to: from + (named ? whole : href).length, href, text: text ?? href }
  })
