import { localized } from "~/contract/shared/language/localized"

/** Texts of a public link's page. */
export const publicPage = localized("publicPage", {
  readOnly: "View only",
  locked: "This plan has a password",
  lockedHint: "Ask the person who sent you the link for it.",
  password: "Password",
  open: "Open",
  ended: "This link no longer works",
  endedHint: "It has expired or was replaced or revoked. Ask the person who sent it for a new one.",
})
