import * as assistant from "./assistant"
import * as audit from "./audit"
import { faults } from "./faults"
import { german } from "./german"
import * as leftOut from "./left-out"
import * as mails from "./mails"
import { problems } from "./problems"

/** Texts that browsers do not need. */
const texts: Readonly<Record<string, object>> = {
  ...assistant,
  ...audit,
  ...leftOut,
  ...mails,
  problems: {
    sentences: { ...problems.sentences, ...faults.sentences },
    patterns: [...problems.patterns, ...faults.patterns],
  },
}

export const germanOnServer = (key: string): object | undefined => texts[key] ?? german(key)
