import type { InputOf } from "~/contract/call"
import type { invitationCalls } from "~/contract/invitation"
import { refusal } from "~/contract/problem"
import { invite } from "~/domain/invitation.server"
import { json } from "./answer.server"
import type { Caller } from "./identify.server"
import { idempotent } from "./mount.server"

/** 201 for a new invitation, 200 for one renewed. */
export const serveInvite = async (
  request: Request,
  input: InputOf<typeof invitationCalls.invite>,
  { actor }: Caller,
) => {
  if (!actor) throw refusal(401, "Sign in first.")
  const { status, invitation } = await invite(idempotent(actor, request, input), input)
  return json(invitation, status)
}
