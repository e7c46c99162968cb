import { mount } from "~/api/mount.server"
import { goalCalls } from "~/contract/goal"
import { goals } from "~/domain/goal.server"

const serve = mount(goalCalls, goals)
export const loader = serve.loader
export const action = serve.action
