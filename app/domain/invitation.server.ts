import type { AnswerOf, InputOf } from "~/contract/call"
import type { Entity } from "~/contract/fields/field"
import type { Invitation, InvitationArrival, InvitationInfo, invitationCalls } from "~/contract/invitation"
import { notFound, refusal } from "~/contract/problem"
import { sameAddress } from "~/contract/shared/address"
import type { Guard } from "~/database/apply.server"
import {
  awaiting,
  emailOf,
  invitationById,
  invitationByToken,
  isMemberByEmail,
  nextId,
  openInvitation,
  openInvitationsFor,
  openInvitationsOf,
  type StoredInvitation,
} from "~/database/plan.server"
import type { Handlers, Person } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { isKeyTaken } from "~/domain/core/once.server"
import { cardWrites, type Outcome } from "~/domain/core/outcome"
import { limitOf, tooOften } from "~/domain/limits/limits.server"
import { countExactly } from "~/domain/limits/rate.server"
import { countMail } from "~/domain/mail/budget.server"
import { invitationTexts } from "~/domain/mail/invitation.server"
import { noticeTexts } from "~/domain/notify/notices.server"
import { randomText } from "~/outside/signing.server"
import type { Change } from "~/rules/rule"

const shown = ({ token, expired, accepted, invitedBy, ...invitation }: StoredInvitation): Invitation => invitation

/** 201 for a new invitation, 200 for a renewed one. Beyond a limit of mails it is made all the same, and its mail waits. */
const invite = async (
  actor: Person,
  { email, planId, role, userName }: InputOf<typeof invitationCalls.invite>,
): Promise<AnswerOf<typeof invitationCalls.invite>> => {
  let status: 200 | 201 = 201
  const isRepeat = await isKeyTaken(actor)
  let wait: number | undefined
  let mailed: boolean | undefined
  const answer = await commit(actor, planId, async (): Promise<Outcome<"invitation">> => {
    const plan = await admit(actor, planId)
    if (await isMemberByEmail(planId, email)) throw refusal(409, "This person is already a member of the plan.")
    // Both are counted once, even if the commit is retried, and only for admins: anybody else could use them up.
    wait ??= isRepeat ? 0 : await countExactly("invitations", String(planId), limitOf("invitations_per_hour"))
    if (wait > 0) throw tooOften("invitations_per_hour", wait)
    mailed ??= isRepeat || (await countMail({ kind: "invitation", from: actor.userId, to: email, planId })) === 0
    const open = await openInvitation(plan, email)
    status = open ? 200 : 201
    const id = open?.id ?? (await nextId("invitation"))
    const token = randomText(24)
    const renewedDate = new Date().toISOString()
    const row = { id, email, role, userName: userName ?? open?.userName ?? null, token, renewedDate }
    return {
      guards: open ? [["invitation", id, "open"]] : [],
      writes: [
        open ? { update: "invitation", row } : { insert: "invitation", row: { ...row, invitedBy: actor.userId } },
      ],
      log: [{ entity: "invitation", id, action: open ? "update" : "create", after: { email, role } }],
      answer: {
        entity: "invitation",
        id,
        ...(mailed ? {} : { data: { mailed, message: invitationTexts.waits(email) } }),
      },
      status,
      jobs: [{ kind: "mail.invitation", input: { invitationId: id, ...(mailed ? {} : { waits: renewedDate }) } }],
    }
  })
  if (actor.caused) actor.caused.status = status
  return answer
}

const goneText = "This invitation no longer exists. It was withdrawn, or the link is incomplete. Ask for a new one."

/** Joins the plan of the invitation. 404 wrong token, 410 used or expired, 403 for another address. */
export const acceptInvitation = async (actor: Person, { token }: { token: string }) => {
  const person = actor.userId
  const invitation = await invitationByToken(token)
  if (!invitation) throw refusal(404, goneText)
  const email = await emailOf(person)
  if (!sameAddress(invitation.email, email)) {
    throw refusal(403, "This invitation is for another address. Sign in with the address that was invited.")
  }
  const { planId, planName, role } = invitation
  const accept = async (): Promise<Outcome> => {
    const now = await invitationByToken(token)
    if (!now) throw refusal(404, goneText)
    if (now.accepted) throw refusal(410, "This invitation has been used.")
    if (now.expired) throw refusal(410, "This invitation has expired. Ask for a new one.")
    const already = await isMemberByEmail(planId, now.email)
    const waiting = already ? [] : await awaiting(planId, now.email, person)
    const owner = { id: person, userName: actor.userName }
    const owned = (entity: Entity) => ({ ...(entity === "item" ? {} : { ownerId: person }), owner, awaitedOwner: null })
    return {
      // Who was invited before may still read it.
      whileArchived: true,
      writes: [
        // First, because cards are written only for people who see the plan.
        ...(already ? [] : [{ insert: "membership" as const, row: { personId: person, role } }]),
        // The cards whose owner, according to an import, is this person.
        ...cardWrites(waiting.map(({ entity, id }): Change => ({ op: "update", entity, id, fields: owned(entity) }))),
        { update: "invitation", row: { id: now.id, acceptedDate: new Date().toISOString() } },
      ],
      guards: [
        ["invitation", now.id, "open"],
        ...waiting.map(({ entity, id, version }): Guard => [entity, id, version]),
      ],
      log: already
        ? []
        : [
            { entity: "userplan", id: person, action: "create", after: { userName: actor.userName, planRole: role } },
            ...waiting.map(({ entity, id, awaitedOwner }) => ({
              entity,
              id,
              action: "update" as const,
              before: { owner: null, ...(entity === "item" ? {} : { ownerId: null }), awaitedOwner },
              after: owned(entity),
            })),
          ],
      events: already
        ? []
        : [
            { event: "MemberAdded", entity: "member", id: person },
            ...(waiting.length > 0 ? [{ event: "BoardUpdated" as const, data: null }] : []),
          ],
      notices:
        already || !now.invitedBy
          ? []
          : [{ kind: "accepted", to: [now.invitedBy.id], title: (by) => noticeTexts.accepted(by) }],
      status: 200,
    }
  }
  try {
    await commit(actor, planId, accept, "invitation")
  } catch (thrown) {
    // By this person, who is a member since: a second page, or the link opened again.
    if (!(await invitationByToken(token))?.accepted || !(await isMemberByEmail(planId, invitation.email))) throw thrown
  }
  return { planId, planName }
}

/** The caller's relation to the invitation whose link they opened; null: signed out. */
export const arrivalBy = async (token: string, person: { email: string } | null): Promise<InvitationArrival> => {
  const found = await invitationByToken(token)
  const shownInfo = await info(null, { token })
  const you = person?.email ?? null
  if (!person || !found) return { ...shownInfo, planId: found?.planId ?? 0, as: person ? "another" : null, you }
  const isMember = await isMemberByEmail(found.planId, person.email)
  const as = isMember ? "member" : sameAddress(found.email, person.email) ? "invited" : "another"
  // Somebody else learns no address but their own.
  return { ...shownInfo, email: as === "another" ? "" : shownInfo.email, planId: found.planId, as, you }
}

const info = async (_actor: unknown, { token }: { token: string }): Promise<InvitationInfo> => {
  const found = await invitationByToken(token)
  if (!found) return { planName: "", invitedBy: null, email: "", role: null, state: "withdrawn" }
  const { planName, invitedBy, email, role, accepted, expired } = found
  return { planName, invitedBy, email, role, state: accepted ? "used" : expired ? "expired" : "open" }
}

export const invitations: Handlers<typeof invitationCalls> = {
  invite,
  info,
  accept: acceptInvitation,
  acceptPosted: acceptInvitation,
  pending: async (actor, { planId }) => (await openInvitationsOf(await admit(actor, planId))).map(shown),
  pendingOfUser: async (_actor, { userId }) => {
    const email = await emailOf(userId)
    return (await openInvitationsFor(email ?? "")).map(({ id, email, token, planId, planName, role, invitedBy }) => ({
      id,
      email,
      token,
      planId,
      planName,
      role,
      invitedBy,
    }))
  },
  withdraw: async (actor, { id }) => {
    const found = await invitationById(id)
    if (!found || found.accepted) throw notFound()
    if (!sameAddress(found.email, await emailOf(actor.userId))) await admit(actor, found.planId)
    await commit(
      actor,
      found.planId,
      async () => ({
        whileArchived: true,
        writes: [{ delete: "invitation", row: { id } }],
        log: [{ entity: "invitation", id, action: "delete", before: { email: found.email, role: found.role } }],
        status: 204,
      }),
      "invitation",
    )
  },
}
