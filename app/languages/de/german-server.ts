import * as audit from "./audit"
import { german } from "./german"
import * as leftOut from "./left-out"
import * as mails from "./mails"

/** Texts that browsers do not need. */
const texts: Readonly<Record<string, object>> = { ...audit, ...leftOut, ...mails }

export const germanOnServer = (key: string): object | undefined => german(key) ?? texts[key]
