// A plan is handed over, to its new owner.
import * as z from "zod/mini"
import { localized } from "~/contract/shared/language/localized"
import { planNamed } from "~/database/letter.server"
import { mailAddress, mailLanguage } from "~/database/sign-in/account.server"
import { shownNames } from "~/domain/core/member-names.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import type { JobHandler } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { speaking } from "~/outside/speaking.server"
import { nameInALine, unlinked } from "~/rules/line-name"
import { mayMail } from "./budget.server"
import { mailTexts } from "./texts"

const given = z.object({ personId: z.number(), planId: z.number(), byId: z.number() })

export const transferredMail: JobHandler = async (input, job) => {
  const { personId, planId, byId } = given.parse(input)
  const [email, plan] = [await mailAddress(personId), await planNamed(planId, personId)]
  if (email === undefined || plan === undefined) return
  if (!(await mayMail([byId], { kind: "transferred", to: email, planId }))) return
  const sender = (await shownNames(planId)).get(byId)
  const link = `${accountOptions().publicUrl}/plan/${planId}`
  await speaking(await mailLanguage(personId), async () => {
    await sendMail({
      job,
      kind: "transferred",
      to: email,
      subject: transferredMailTexts.subject,
      link,
      ...(await composeLetter({
        heading: transferredMailTexts.heading(unlinked(sender ?? mailTexts.somebody), unlinked(nameInALine(plan))),
        paragraphs: [transferredMailTexts.text],
        button: { label: mailTexts.openBoard, href: link },
        remarks: [],
      })),
    })
  })
}

export const transferredMailTexts = localized("transferredMailTexts", {
  subject: "You now own a plan on Laneway",
  heading: (sender: string, plan: string) => `${sender} made you the owner of ${plan === "" ? "a plan" : `“${plan}”`}`,
  text: "You can delete the plan, and nobody can remove you from it. The former owner stays as an admin.",
})
