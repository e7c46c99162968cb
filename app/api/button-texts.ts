import { localized } from "~/contract/shared/language/localized"

/** Texts of the pages with one question and at most one button. */
export const buttonTexts = localized("buttonTexts", {
  signIn: {
    heading: "Sign in to Laneway",
    text: (email: string) => `You sign in as ${email}.`,
    instead: (name: string, email: string) => `You are signed in as ${name}. From now on you would be ${email} here.`,
    now: (name: string) => `You are signed in as ${name}. An account at a provider may be another one.`,
    out: "A link brought you here. Continue only if you want to sign in.",
    with: (provider: string) => `Sign in with ${provider}`,
    button: "Sign in",
  },
  logOut: {
    heading: "Log out of Laneway?",
    text: (name: string) => `You are signed in as ${name}.`,
    button: "Logout",
  },
  offline: {
    heading: "This page is not available offline",
    text: "It opens as soon as you are back online. The plans you opened lately are on this device.",
    again: "Try again",
    plans: "My Plans",
  },
  stop: {
    wrong: "This link is not complete",
    wrongText: "Open the link in the email again, or choose your emails in your profile.",
    heading: "Stop these emails?",
    text: (what: string) => `You will get no more ${what}.`,
    button: "Stop these emails",
    done: "Emails stopped",
    doneText: (what: string) => `You get no more ${what}. To get them again, open your profile inside the plan.`,
  },
})
