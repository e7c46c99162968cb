/** The API's answer to a refused call. */
export const problemAnswer = (status: number, message: string) =>
  Response.json({ status, message }, { status, headers: { "content-type": "application/problem+json" } })
