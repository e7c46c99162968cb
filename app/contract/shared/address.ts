/** comparableAddress(address), sameAddress(a, b): browsers send one address with its domain in different forms. */

// What ends a host in a URL, or is left out of it; a domain with one of them is not read as a URL.
const notInDomain = /[/?#%:@\\[\]\s\p{Cc}]/u

/** Characters that are not seen, which come along from address books and mails. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** The address in the form that is stored: its name in NFC, its domain in ASCII. Case is as it was typed, except in a converted domain. */
export const comparableAddress = (typed: string): string => {
  if (/^[ -~]*$/.test(typed)) return typed
  // Input methods of East Asia write a wide sign.
  const address = typed.replace(unseen, "").replace("＠", "@")
  const at = address.lastIndexOf("@")
  if (at < 1) return address
  return `${address.slice(0, at).normalize("NFC")}@${asciiDomain(address.slice(at + 1))}`
}

const asciiDomain = (domain: string) => {
  const url = `http://${domain}`
  const host = /^[ -~]*$/.test(domain) || notInDomain.test(domain) || !URL.canParse(url) ? "" : new URL(url).hostname
  // Digits of other scripts make no IP address.
  return host === "" || /^[\d.]+$/.test(host) ? domain.normalize("NFC") : host
}

/** Whether mail to both goes to one account. */
export const sameAddress = (a: string, b: string | null | undefined) =>
  b !== null && b !== undefined && comparableAddress(a).toLowerCase() === comparableAddress(b).toLowerCase()
