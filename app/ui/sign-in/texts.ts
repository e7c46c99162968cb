import { localized } from "~/contract/language/localized"

/** Texts of the sign-in page. */
export const login = localized("login", {
  title: "Sign in",
  withMicrosoft: "Sign in with Microsoft",
  withGoogle: "Sign in with Google",
  with: (name: string) => `Sign in with ${name}`,
  short: { microsoft: "Microsoft", google: "Google" },
  notSetUp: (names: string[]) => `Sign-in with ${names.join(" and ")} is not set up here. Use your work email.`,
  or: "or",
  email: "Work email",
  placeholder: "you@company.com",
  submit: "Send sign-in link",
  sending: "Sending…",
  tryAgainIn: (seconds: number) => `Try again in ${seconds}s`,
  hint: "We'll send a secure sign-in link—no password required.",
  sent: (email: string) => `We just sent a secure sign-in link to ${email}. It expires in about 15 minutes.`,
  tooSoon: "Please wait a moment before requesting another link.",
  invalidEmail: "Please enter a valid company email address.",
  failed: "We couldn't send the sign-in link. Please try again.",
  networkError: "Network error. Please check your connection and try again.",
  linkInvalid: "That sign-in link is no longer valid. Request a new link below.",
  linkFailed: "We couldn't complete the passwordless sign-in. Please try sending a new link.",
  mailWaits: "No mail server is set up, so you can open the email here.",
  openNewestMail: "Open the newest email",
  mailMissing: "The email has not arrived yet. Try again in a moment.",
  signIn: "Sign in",
})
