// A thread of the process: see outside/workers.server.ts.
import { tasks } from "~/domain/tasks.server"
import { serveTasks } from "~/outside/worker-thread.server"
import { lowerPriority } from "./thread-priority"

lowerPriority()
serveTasks(tasks)
