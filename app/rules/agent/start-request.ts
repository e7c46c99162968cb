// startRequest(): what the first-plan starter asks of the assistant. startIn(): the description in it.

const mark = /^\[Plan:[^\]\n]{0,300}\]/

/** Additions that such a request asks for are made as drafts. The description begins on a line of its own. */
export const startRequest = (name: string, description: string) =>
  `[Plan: ${name.replace(/[\]\s]+/g, " ").trim()}]\n${description.trim()}`

export const isStart = (request: string) => mark.test(request)

export const startIn = (request: string): string | undefined => {
  const [found] = mark.exec(request) ?? []
  if (found === undefined || !request.startsWith("\n", found.length)) return undefined
  return request.slice(found.length).trim() || undefined
}

export const withoutDraftMark = (request: string) => request.replace(mark, "")
