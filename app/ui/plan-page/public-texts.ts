/** Texts of a public link's page. */
export const publicPage = {
  readOnly: "View only",
  locked: "This plan has a password",
  lockedHint: "Whoever sent you the link knows it.",
  password: "Password",
  open: "Open",
  ended: "This link has ended",
  endedHint: "It was replaced, revoked or has expired. Ask whoever sent it for a new one.",
} as const
