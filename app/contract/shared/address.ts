/** comparableAddress(address), sameAddress(a, b): browsers send one address with its domain in different forms. */

// What ends a host in a URL; a domain with one of them is not read as a URL.
const notInDomain = /[/?#%:@\\[\]\s]/

/** The address in the form that is stored: its name in NFC, its domain in ASCII. Case is as it was typed, except in a converted domain. */
export const comparableAddress = (address: string): string => {
  const at = address.lastIndexOf("@")
  if (at < 1 || /^[ -~]*$/.test(address)) return address
  return `${address.slice(0, at).normalize("NFC")}@${asciiDomain(address.slice(at + 1))}`
}

const asciiDomain = (domain: string) => {
  const url = `http://${domain}`
  return /^[ -~]*$/.test(domain) || notInDomain.test(domain) || !URL.canParse(url)
    ? domain.normalize("NFC")
    : new URL(url).hostname
}

/** Whether mail to both goes to one account. */
export const sameAddress = (a: string, b: string | null | undefined) =>
  b !== null && b !== undefined && comparableAddress(a).toLowerCase() === comparableAddress(b).toLowerCase()
