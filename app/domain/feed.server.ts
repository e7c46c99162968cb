// A person's calendar feeds. A token is derived from a stored seed and the installation's secret, like that of a public link.
import type { feedCalls } from "~/contract/feed"
import { notFound, refusal } from "~/contract/problem"
import { deepLinkPath } from "~/contract/shared/deep-link"
import { localized } from "~/contract/shared/language/localized"
import { type FeedCard, feedCardsOf, feedOfHash, feedsOf, feedUsed, type StoredFeed } from "~/database/feed.server"
import { nextId } from "~/database/plan.server"
import type { Write } from "~/database/tables"
import type { Handlers } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import { keyedByEach, randomText, sha256 } from "~/outside/signing.server"
import { speaking } from "~/outside/speaking.server"
import { nameInALine } from "~/rules/line-name"
import { type CalendarEvent, calendarOf } from "~/rules/transfer/calendar"

export const feedTexts = localized("feedTexts", {
  /** The calendar's name in calendar apps. */
  name: (plan: string) => (plan === "" ? "Laneway" : `Laneway: ${plan}`),
  done: (card: string) => `✓ ${card}`,
})

/** By each of the installation's secrets, newest first. */
const tokensOf = (seed: string) => keyedByEach(`calendar feed ${seed}`)

const addressOf = (token: string) => `${accountOptions().publicUrl}/feed/${token}.ics`

const urlOf = ({ seed, hash }: StoredFeed) => {
  const token = tokensOf(seed).find((each) => sha256(each).equals(hash))
  return token === undefined ? null : addressOf(token)
}

export const feeds: Handlers<typeof feedCalls> = {
  list: async ({ userId, plans }) =>
    (await feedsOf(userId))
      .filter(({ planId }) => plans === null || (planId !== null && plans.includes(planId)))
      .map((feed) => {
        const { id, planId, createdDate, lastUsedAt } = feed
        return { id, planId, url: urlOf(feed), createdDate, lastUsedAt }
      }),
  create: async (actor, { planId }) => {
    // The address outlives an agent's access and reaches further.
    if (actor.grantId !== undefined) throw refusal(403, "Only people make calendar feeds, in their profile.")
    if (planId !== undefined) await admit(actor, planId)
    const seed = randomText(16)
    const [token = ""] = tokensOf(seed)
    const id = await nextId("feed")
    if (actor.caused) actor.caused.secret = true
    await commit(actor, planId ?? null, async () => {
      const before = (await feedsOf(actor.userId)).find((feed) => feed.planId === (planId ?? null))
      const row = { id, personId: actor.userId, seed, tokenHash: `\\x${sha256(token).toString("hex")}` }
      const ended: Write[] = before ? [{ delete: "feed", row: { id: before.id } }] : []
      return { scope: "private", whileArchived: true, writes: [...ended, { insert: "feed", row }], status: 201 }
    })
    // A repeat under the same idempotency key has made another seed: the stored one counts.
    const made = (await feedsOf(actor.userId)).find((feed) => feed.planId === (planId ?? null))
    const url = made && urlOf(made)
    if (!made || !url) throw refusal(409, "This feed has been ended since. Please try again.")
    return { id: made.id, url }
  },
  remove: async (actor, { id }): Promise<undefined> => {
    await commit({ ...actor, needs: "readBoard" }, null, async () => {
      const found = (await feedsOf(actor.userId)).find((feed) => feed.id === id)
      if (!found) throw notFound()
      return {
        ...(found.planId === null ? {} : { planId: found.planId }),
        scope: "private",
        whileArchived: true,
        writes: [{ delete: "feed", row: { id } }],
        status: 204,
      }
    })
  },
}

const eventOf = ({ entity, id, planId, planName, due, changed, name, done, ...card }: FeedCard): CalendarEvent => ({
  uid: entity === "task" ? `task-${id}` : `action-${id}`,
  due,
  changed,
  summary: done ? feedTexts.done(name) : name,
  about: [card.item, card.goal, planName].flatMap((part) => part || []),
  categories: card.labels ?? [],
  repeats: done ? null : card,
  url: `${accountOptions().publicUrl}${deepLinkPath(planId, { type: entity === "task" ? "task" : "card", id })}`,
})

/** The calendar at a token, with the feed's id; undefined where it has ended or never was. */
export const calendarAt = async (token: string): Promise<{ id: number; text: () => Promise<string> } | undefined> => {
  const feed = await feedOfHash(sha256(token))
  if (!feed || !tokensOf(feed.seed).includes(token)) return undefined
  return {
    id: feed.id,
    text: async () => {
      const [cards] = await Promise.all([feedCardsOf(feed), feedUsed(feed.id)])
      const host = new URL(accountOptions().publicUrl).hostname
      return speaking(feed.language, () =>
        calendarOf(feedTexts.name(nameInALine(feed.planName ?? "")), host, cards.map(eventOf), "PT1H"),
      )
    },
  }
}
