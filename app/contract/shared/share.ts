/** The address to which other apps share with the installed one; the service worker answers it. */
export const sharePath = "/share"

const outcomes = ["stored", "full", "lost"] as const
/** `lost`: nothing arrived, or no service worker was there to take it. */
export type ShareOutcome = (typeof outcomes)[number]

const parameter = "shared"

/** The address of My Plans that says what became of something shared. */
export const sharedAnswer = (outcome: ShareOutcome) => `/?${parameter}=${outcome}`

export const readSharedAnswer = (params: URLSearchParams): ShareOutcome | undefined =>
  outcomes.find((outcome) => outcome === params.get(parameter))
