import { login } from "~/ui/sign-in/texts"

export type LinkAnswer =
  | { kind: "sent"; wait: number }
  /** `invalid` concerns the field, `refused` the form. `wait`: seconds until a retry makes sense. */
  | { kind: "invalid" | "refused"; message: string; wait?: number }

type Asked = { email: string; returnUrl: string; invitationToken?: string; installed?: boolean }

/** Least seconds between two mails to one address. */
export const pause = 60

/** Requests a sign-in link and returns the outcome as a text of the page. */
export const requestLink = async (asked: Asked): Promise<LinkAnswer> => {
  try {
    const response = await fetch("/api/Account/RequestEmailSignIn", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(asked),
      signal: AbortSignal.timeout(30_000),
    })
    const retryAfter = Math.ceil(Number(response.headers.get("retry-after")))
    const wait = retryAfter > 0 ? retryAfter : undefined
    if (response.ok) return { kind: "sent", wait: wait ?? pause }
    const message = serverMessage(await readBody(response))
    if (response.status === 429) return { kind: "refused", message: message ?? login.tooSoon, wait }
    if (response.status === 400) return { kind: "invalid", message: message ?? login.invalidEmail }
    return { kind: "refused", message: login.failed }
  } catch {
    return { kind: "refused", message: login.networkError }
  }
}

const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return response.headers.get("content-type")?.startsWith("text/plain") ? text : undefined
  }
}

/** The text of an error body: a plain string, or its message, error, first of errors, or title. */
export const serverMessage = (body: unknown): string | undefined => {
  const said = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value : undefined)
  if (typeof body !== "object" || body === null) return said(body)
  const { message, error, errors, title } = body as Record<string, unknown>
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  const firstError = said(first) ?? said((first as { message?: unknown } | null | undefined)?.message)
  return said(message) ?? said(error) ?? firstError ?? said(title)
}
