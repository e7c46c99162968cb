// leastPriority(pid): how much lower than its main thread's the priority of a Linux process's least important thread is.
import fs from "node:fs"

export const leastPriority = (pid: number) => {
  const niceOf = (task: string | number) =>
    Number(fs.readFileSync(`/proc/${pid}/task/${task}/stat`, "utf8").split(") ")[1]?.split(" ")[16])
  return Math.max(...fs.readdirSync(`/proc/${pid}/task`).map(niceOf)) - niceOf(pid)
}
