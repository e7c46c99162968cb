// The mails that calls and the clock request, by their jobs, each sent after the commit. A file each: what, to whom, and its text.
import type { JobHandlers } from "~/outside/jobs.server"
import { assignedMail } from "./assigned.server"
import { checkInMail } from "./check-in.server"
import { dueSoonMail } from "./due-soon.server"
import { invitationMail } from "./invitation.server"
import { mentionMail } from "./mention.server"
import { newDeviceMail } from "./new-device.server"
import { providerJoinedMail } from "./provider-joined.server"
import { signInMail } from "./sign-in.server"
import { summaryMail } from "./summary.server"
import { transferredMail } from "./transferred.server"

export const mailJobs: JobHandlers = {
  "mail.signIn": signInMail,
  "mail.invitation": invitationMail,
  "mail.mention": mentionMail,
  "mail.transferred": transferredMail,
  "mail.newDevice": newDeviceMail,
  "mail.providerJoined": providerJoinedMail,
  "mail.assigned": assignedMail,
  "mail.dueSoon": dueSoonMail,
  "mail.checkIn": checkInMail,
  "mail.summary": summaryMail,
}

/** A slow mail server must not keep people from signing in: all other mails leave room for that one. */
export const patientMails = Object.keys(mailJobs).filter((kind) => kind !== "mail.signIn")
