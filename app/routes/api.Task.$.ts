import { mount } from "~/api/mount.server"
import { taskCalls } from "~/contract/task"
import { tasks } from "~/domain/task.server"

const serve = mount(taskCalls, tasks)
export const loader = serve.loader
export const action = serve.action
