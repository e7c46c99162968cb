import type { AccessLevel } from "~/contract/capability"
import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** Texts of the page that asks whether an agent may act for a person. */
export const consentTexts = localized("consentTexts", {
  title: "Connect an agent",
  heading: (name: string) => `Connect ${name}?`,
  verified: "verified",
  program: "A program on this computer,",
  notVerified: "Not verified.",
  beware: (name: string) =>
    `Any program can call itself “${name}”. Allow it only if you have just started this yourself.`,
  as: "As",
  switchAccount: "Switch account",
  plans: "Plans",
  allPlans: "All plans",
  allPlansHint: (count: number) => `${count} now, and those you join later`,
  onlyThese: "Only these",
  chosen: (count: number, of: number) => `${count} of ${of}`,
  onlyReads: "Viewer, so it only reads",
  more: (count: number) => `Show ${count} more`,
  access: "What it may do",
  levels: {
    read: { label: "Read", hint: "Boards, notes and logs" },
    propose: { label: "Read and propose", hint: "Its changes wait until a member applies them" },
    write: { label: "Read and change", hint: "Its changes are made at once and in your name" },
  } satisfies Record<AccessLevel, { label: string; hint: string }>,
  lasts: "Access lasts",
  until: (date: string) => `until ${date}`,
  days: { "30": "30 days", "365": "1 year", "": "Until I end it" },
  deny: "Deny",
  allow: "Allow",
  back: (host: string) =>
    `Either way, you return to ${host}. You can end access at any time in your profile, under Connected agents.`,
  theProgram: "the program",
  returning: (host: string) => `Returning to ${host}`,
  allowed: {
    read: (name: string, where: string) => `${name} may now read ${where}.`,
    propose: (name: string, where: string) => `${name} may now propose changes in ${where}.`,
    write: (name: string, where: string) => `${name} may now change ${where}.`,
  } satisfies Record<AccessLevel, (name: string, where: string) => string>,
  everywhere: "all plans",
  where: (count: number) => counted(count, { one: "# plan", other: "# plans" }),
  denied: (name: string) => `${name} gets no access.`,
  refused: {
    client: {
      heading: "This request is not valid",
      text: "The program that asks is not known here. No access was granted.",
    },
    redirect: {
      heading: "This request is not valid",
      text: "Its return address is not registered. No access was granted.",
    },
    invalid: {
      heading: "This request is not valid",
      text: "It is not complete, or it was answered before. Start again from the program.",
    },
    expired: {
      heading: "This request has expired",
      text: "It was opened more than 10 minutes ago. Start again from the program.",
    },
    person: {
      heading: "You are signed in as somebody else",
      text: "The request was opened by another person, or you have signed out. Start again from the program.",
    },
    full: {
      heading: "You have too many connected agents",
      text: "End one in your profile, under Connected agents. Then start again from the program.",
    },
  },
  toPlans: "My Plans",
})
