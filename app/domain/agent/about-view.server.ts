// aboutView(): the answer to a request about saved views, by rules, with a model and without: what a view shows, and how one is saved.
import { mailLanguage } from "~/database/sign-in/account.server"
import { viewsOf } from "~/database/view.server"
import type { Actor } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { speaking } from "~/outside/speaking.server"
import { textNaming } from "~/rules/agent/named-cards"
import { nameOf } from "~/rules/agent/names"
import { folded } from "~/rules/folded"
import { answers } from "./answer-texts"
import type { Asking, Planned } from "./asking"
import { longDayHere as longDay } from "./dates"
import { tasksShownBy } from "./shown-tasks.server"

const opening = [
  /^(?:please )?(?:open|show(?: me)?|switch to|what(?: is|'s|’s) in)(?: (?:the|my|our))?(?: saved| shared)? view (.{1,250})$/i,
  /^(?:bitte )?(?:öffne|zeige?(?: mir)?|wechsle zur|was ist in)(?: (?:die|der|meine|meiner|unsere|unserer))? ansicht (.{1,250})$/i,
]
const saving = [
  /^(?:please )?(?:save|keep) (?:this|it|(?:this|the|my) filter) as (?:(?:a|the|my|new|shared) )*view\b/i,
  /^(?:bitte )?speicher(?:e|n)? (?:das|dies|es|(?:diesen|den|meinen) filter) als (?:(?:eine|neue|meine|geteilte) )*ansicht\b/i,
]

const mostLines = 20

const marks = "\"“„”'‘’.!?"

/** Without quotes, and what ends a sentence. */
const nameIn = (said: string) => {
  let [from, to] = [0, said.length]
  while (from < to && marks.includes(said[from] ?? "")) from++
  while (from < to && marks.includes(said[to - 1] ?? "")) to--
  return said.slice(from, to).trim()
}

export const aboutView = async (actor: Actor, { planId, request }: Asking): Promise<Planned | undefined> => {
  const { userId } = actor
  const said = request.trim()
  const asked = opening.flatMap((form) => form.exec(said)?.[1] ?? [])[0]
  const saves = saving.some((form) => form.test(said))
  if (userId === null || (asked === undefined && !saves)) return undefined
  const language = await mailLanguage(userId)
  if (asked === undefined) return speaking(language, () => ({ text: answers.view.save }))
  const views = await viewsOf(await admit(actor, planId))
  const name = nameIn(asked)
  const view = views.find((each) => folded(each.name.trim()) === folded(name))
  if (!view)
    return speaking(language, () => ({
      text: answers.view.none(
        name,
        views.map((each) => each.name),
      ),
    }))
  const tasks = await tasksShownBy(actor, view)
  return speaking(language, () => {
    const lines = tasks.slice(0, mostLines).flatMap((task) => {
      const details = [
        answers.inAction(task.itemTopic),
        ...(task.owner ? [task.owner.userName] : []),
        ...(task.dueDate ? [answers.dueDay(longDay(task.dueDate))] : []),
      ]
      return ["\n- ", { entity: "task" as const, id: task.id, name: nameOf(task) }, ` (${details.join(", ")})`]
    })
    const more = tasks.length > mostLines ? [`\n${answers.moreLines(tasks.length - mostLines)}`] : []
    return textNaming([answers.view.shows(view.name, tasks.length), ...lines, ...more])
  })
}
