import { mount } from "~/api/mount.server"
import { auditCalls } from "~/contract/audit"
import { audits } from "~/domain/audit.server"

const serve = mount(auditCalls, audits)
export const loader = serve.loader
export const action = serve.action
