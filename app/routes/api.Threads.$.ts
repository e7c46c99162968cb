import { mount } from "~/api/mount.server"
import { threadsCalls } from "~/contract/threads"
import { threadTrees } from "~/domain/threads.server"

const serve = mount(threadsCalls, threadTrees)
export const loader = serve.loader
export const action = serve.action
