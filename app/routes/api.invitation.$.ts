import { serveInvite } from "~/api/invite.server"
import { mount } from "~/api/mount.server"
import { invitationCalls } from "~/contract/invitation"
import { invitations } from "~/domain/invitation.server"

const serve = mount(invitationCalls, invitations, { invite: serveInvite })
export const loader = serve.loader
export const action = serve.action
