/** Escapes text for an element's content or a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" }

/** The text of a message or snippet, which is escaped text with a few tags. What was deleted is in brackets. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<del>/g, "[")
    .replace(/<\/del>/g, "] ")
    .replace(/<\/?[a-z]{1,10}>/g, "")
    .replace(
      /&(amp|lt|gt|quot|#x27|#\d{2});/g,
      (_, name: string) => entities[name] ?? String.fromCharCode(Number(name.slice(1))),
    )
