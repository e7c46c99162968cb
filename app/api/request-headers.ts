// accepts(header, encoding), knowsTag(header, tag): what a client takes, and what it has. isRead(request): whether it only reads.

export const isRead = ({ method }: Request) => method === "GET" || method === "HEAD"

/** Whether an Accept-Encoding header accepts `encoding`. */
export const accepts = (header: string | null, encoding: string): boolean =>
  (header ?? "").split(",").some((part) => {
    const [name, ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/** Whether an If-None-Match header names `tag`, in its quotes, or any. A proxy that compresses an answer makes its tag a weak one. */
export const knowsTag = (header: string | null, tag: string): boolean =>
  header?.trim() === "*" || (header?.match(/"[^"]*"/g)?.includes(tag) ?? false)
