import * as z from "zod/mini"
import { email, entityPath, id, idText, personName, planPath, time } from "~/contract/fields/field"
import { del, get, post, resource } from "./call"
import { planRole } from "./role"

export const invitation = z.object({
  id: z.number(),
  email: z.string(),
  planId: z.number(),
  planName: z.string(),
  role: planRole,
  userName: z.nullable(z.string()),
  createdDate: time,
  expiresAt: time,
})
export type Invitation = z.output<typeof invitation>

const madeInvitation = z.extend(invitation, {
  /** The mail waits for a limit of mails; `message` says so to the one who invites. Absent: it is on its way. */
  mailed: z.optional(z.literal(false)),
  message: z.optional(z.string()),
})

/** What an invitation's link tells. `withdrawn`: also declined, replaced by a newer link, or never made. */
export const invitationInfo = z.object({
  planName: z.string(),
  /** Null: their account is gone, or so is the invitation. */
  invitedBy: z.nullable(z.object({ id: z.number(), userName: z.string() })),
  email: z.string(),
  role: z.nullable(planRole),
  state: z.enum(["open", "used", "expired", "withdrawn"]),
})
export type InvitationInfo = z.output<typeof invitationInfo>
/** `you`: the signed-in person's address, or null; `as`: their relation to the invitation. */
export type InvitationArrival = InvitationInfo & {
  planId: number
  as: "invited" | "member" | "another" | null
  you: string | null
}

const acceptance = {
  logged: { as: "role changed" },
  summary: "Joins the plan that an invitation is for.",
  access: "user",
  inPlan: "takePart",
  unpaid: "open",
  query: z.object({ token: z.string() }),
  answer: z.object({ planId: z.number(), planName: z.string() }),
} as const

export const invitationCalls = resource({
  invite: post("/api/invitation/invite", {
    logged: { as: "role changed" },
    summary: "Invites a person by mail; again for the same address renews it (200).",
    access: "manageMembers",
    body: z.object({ email, planId: id, role: planRole, userName: z.optional(z.nullable(personName)) }),
    answer: madeInvitation,
    status: 201,
  }),
  info: get("/api/invitation/info", {
    summary: "What an invitation is for, by the token of its link.",
    access: "public",
    query: z.object({ token: z.string() }),
    answer: invitationInfo,
  }),
  accept: get("/api/invitation/accept", { ...acceptance, acts: true }),
  acceptPosted: post("/api/invitation/accept", acceptance),
  pending: get("/api/invitation/pending/:planId", {
    summary: "Invitations of a plan that wait.",
    access: "manageMembers",
    params: planPath,
    answer: z.array(invitation),
  }),
  pendingOfUser: get("/api/invitation/pendinguser/:userId", {
    summary: "Invitations that wait for you.",
    access: "user",
    self: "userId",
    params: z.object({ userId: idText }),
    answer: z.array(
      z.object({
        id: z.number(),
        email: z.string(),
        token: z.string(),
        planId: z.number(),
        planName: z.string(),
        role: planRole,
        /** Null: their account is gone. */
        invitedBy: z.nullable(z.object({ id: z.number(), userName: z.string() })),
      }),
    ),
  }),
  withdraw: del("/api/invitation/:id", {
    summary: "Withdraws or declines an invitation.",
    access: "user",
    unpaid: "open",
    inPlan: "manageMembers",
    params: entityPath,
    status: 204,
  }),
})
