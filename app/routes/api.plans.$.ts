import { mount } from "~/api/mount.server"
import { integrationCalls } from "~/contract/integration"
import { integration } from "~/domain/integration.server"

const serve = mount(integrationCalls, integration)
export const loader = serve.loader
export const action = serve.action
