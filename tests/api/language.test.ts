// In which language a request is answered and a person is mailed, and where their choice is stored.
import { afterAll, expect, test } from "vitest"
import { inLanguageOf } from "~/api/language.server"
import { accountCalls } from "~/contract/account"
import { invitationCalls } from "~/contract/invitation"
import { itemCalls } from "~/contract/item"
import { notificationCalls } from "~/contract/notification"
import { planCalls } from "~/contract/plan"
import { inForce } from "~/contract/shared/language/in-force"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { mailJobs } from "~/domain/mail/mails.server"
import { remind } from "~/domain/notify/reminders.server"
import { openApi, origin } from "../support/api/api.ts"
import { runJob } from "../support/api/jobs.ts"

const api = await openApi()
const ada = await api.person()
afterAll(api.close)

const languageOf = (headers: Record<string, string>) =>
  inLanguageOf(new Request(origin, { headers }), async () => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    return inForce().tag
  })
const choose = (language: string | null) => api.call("PUT", `/api/Users/${ada.id}`, { as: ada, body: { language } })

test("the browser's languages decide until a person chooses one, at once and in every session", async () => {
  const german = { cookie: ada.cookie, "accept-language": "fr-CH, de-CH;q=0.9, en;q=0.8" }
  expect(await languageOf(german)).toBe("de")
  expect((await choose("en")).status).toBe(200)
  expect(await languageOf(german)).toBe("en")
  expect((await choose("de")).status).toBe(200)
  expect(await languageOf({ cookie: ada.cookie, "accept-language": "en" })).toBe("de")
  expect((await choose(null)).status).toBe(200)
  expect(await languageOf({ cookie: ada.cookie, "accept-language": "en" })).toBe("en")
})

test("without a session the most wanted language with texts is taken, and otherwise English", async () => {
  expect(await languageOf({ "accept-language": "en;q=0.3, de;q=0.7" })).toBe("de")
  expect(await languageOf({ "accept-language": "DE-at" })).toBe("de")
  expect(await languageOf({ "accept-language": "fr, de;q=0, *;q=0.5" })).toBe("en")
  expect(await languageOf({})).toBe("en")
})

test("requests at the same time have a language each, and outside of requests it is English", async () => {
  const asked = ["de", "en", "de", "fr", "de"].map((tag) => languageOf({ "accept-language": tag }))
  expect(await Promise.all(asked)).toEqual(["de", "en", "de", "en", "de"])
  expect(inForce().tag).toBe("en")
})

/** A mail as its reader sees it. */
const read = (mail: string) => {
  const decoded = Buffer.from(mail, "latin1").toString("utf8")
  const part = (type: string) => decoded.split(`Content-Type: ${type}`)[1]?.split(/\r\n--/)[0] ?? ""
  const words = part("text/plain")
    .split("\r\n\r\n")
    .slice(1)
    .join("\n")
    .replace(/https?:\S+|\S+@\S+/g, "")
  return { decoded, html: part("text/html"), words }
}
const english = /\b(the|you|your|this|open|sign|of|with|to|is|are|and|stop|hello|more|if|due|somebody)\b/i

test("every mail and notification to a German reader is German, with the recipient's name and links in it", async () => {
  const grace = await api.person()
  const { plan, item } = await api.filled(ada)
  await api.join(plan.id, grace)
  await api.send(
    userCalls.setPlanPreferences,
    { id: grace.id, planId: plan.id, emailDailySummary: true, emailWeeklySummary: true },
    { as: grace },
  )
  await api.send(userCalls.update, { id: grace.id, userName: "Vera", language: "de" }, { as: grace })
  await api.send(userCalls.update, { id: ada.id, userName: "Udo" }, { as: ada })
  await db()`update app.plan set name = 'Hafen' where id = ${plan.id}`
  const own = (description: string, dueDate: string | null) =>
    api.task(ada, plan.id, item.id, { description, dueDate, ownerId: grace.id })
  await own("Kai", "2026-11-24T00:00:00Z")
  await own("Kran", "2026-11-23T00:00:00Z")
  const done = await own("Boje", null)
  await api.send(taskCalls.update, { planId: plan.id, id: done.id, type: 2 }, { as: ada })
  for (let times = 0; times < 2; times++) {
    const mentions = [{ MentionedUserId: grace.id }]
    await api.send(itemCalls.addComment, { planId: plan.id, id: item.id, content: "Ahoi", mentions }, { as: ada })
  }
  await api.send(invitationCalls.invite, { planId: plan.id, email: grace.email.toUpperCase(), role: 1 }, { as: ada })
  await api.send(invitationCalls.invite, { planId: plan.id, email: "neu@example.org", role: 1 }, { as: ada })
  await api.send(accountCalls.requestEmailSignIn, { email: grace.email })
  await api.send(planCalls.setOwner, { planId: plan.id, userId: grace.id }, { as: ada })
  const goal = await api.goal(ada, plan.id, { name: "Werft", ownerId: grace.id, dueDate: "2026-12-24" })
  await db()`update app.goal set created_date = '2026-11-01' where id = ${goal.id}`
  await remind(new Date("2026-11-23T08:00:00Z"))
  await db()`update app.notification set created_date = created_date - interval '2 minutes'`
  const at = "2026-11-23T08:00:00Z"
  const jobs = [
    ...(await db()<{ id: number; kind: string; input: unknown }[]>`
      delete from app.job where kind like 'mail.%' returning id, kind, input`),
    { id: 901, kind: "mail.newDevice", input: { personId: grace.id, at, address: null, userAgent: null } },
    { id: 902, kind: "mail.providerJoined", input: { personId: grace.id, issuer: "https://id.example" } },
  ]
  const before = api.mails().length
  for (const job of jobs) await runJob(mailJobs, job)
  const mails = api.mails().slice(before).map(read)
  const kinds = new Set(jobs.map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual(Object.keys(mailJobs).sort())

  const to = (address: string) => mails.filter(({ decoded }) => new RegExp(`^To:.*${address}`, "im").test(decoded))
  const german = to(grace.email)
  expect(german.length).toBeGreaterThanOrEqual(kinds.size)
  for (const { decoded, html, words } of german) {
    expect(decoded).toMatch(/^Content-Language: de\r$/m)
    expect(html).toContain('lang="de"')
    expect(words.length).toBeGreaterThan(80)
    expect(english.exec(words.replace(/Laneway|Udo|Vera|Hafen/g, "")), words).toBeNull()
  }
  const text = german.map(({ words }) => words).join("\n")
  for (const said of ["Hallo Vera,", "Dienstag, 24. November 2026", "im Plan „Hafen“", "Erwähnung von Udo", "Kran"])
    expect(text).toContain(said)
  // Ada reads English, and so does whom she invites.
  expect(to("neu@example.org")[0]?.decoded).toMatch(/^Content-Language: en\r$/m)

  const { body } = await api.send(notificationCalls.list, { userId: grace.id }, { as: grace })
  expect([...new Set(body.map(({ title }) => title))].sort()).toEqual([
    ...["Boje", "Kai", "Kran", "Werft"].map((name) => `Neue Zuständigkeit: „${name}“`),
    ...[
      "Udo: Erwähnung in „Action“",
      "Udo: Übergabe von „Hafen“",
      "Zeit für den Check-in: Werft",
      "„Kai“ ist morgen fällig",
    ],
  ])
})

test("a person without a choice is mailed in the language of the browser they signed in with", async () => {
  const linus = await api.person()
  const languages = async () => {
    const [row] = await db()<{ language: string | null; browser: string | null }[]>`
      select language, browser_language as browser from app.person where id = ${linus.id}`
    return row
  }
  expect(await languages()).toEqual({ language: null, browser: "en" })
  const headers = { "accept-language": "de-AT" }
  await api.send(accountCalls.requestEmailSignIn, { email: linus.email }, { headers })
  const [job] = await db()<{ id: number; kind: string; input: { language: string } }[]>`
    delete from app.job where kind = 'mail.signIn' returning id, kind, input`
  expect(job?.input.language).toBe("de")
  await runJob(mailJobs, { kind: "mail.signIn", ...job })
  const link = /^X-Laneway-Link: (\S+)/m.exec(api.mails().at(-1) ?? "")?.[1] ?? ""
  const page = await api.call("GET", link.slice(origin.length), { headers })
  expect(page.text).toContain('<html lang="de" dir="ltr">')
  expect(page.text).toContain("Anmeldung bei Laneway")
  expect((await api.call("POST", link.slice(origin.length), { headers })).status).toBe(302)
  expect(await languages()).toEqual({ language: null, browser: "de" })
})
