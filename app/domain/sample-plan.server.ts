import { nextIds } from "~/database/plan.server"
import type { Change } from "~/rules/rule"
import type { Actor } from "./actor"

type SampleTask = [description: string, type: 0 | 1 | 2, dueInDays?: number]
type SampleAction = {
  topic: string
  description?: string
  value: number
  effort: number
  focus?: true
  tasks?: SampleTask[]
}
type SampleGoal = { name: string; description: string; color: string; actions: SampleAction[] }

const day = 86_400_000

/** The rows of the sample plan, all made by the actor, with dates around today. */
export const sampleBoard = async (planId: number, actor: Actor): Promise<Change[]> => {
  const actions = sample.flatMap((goal) => goal.actions)
  const goalIds = await nextIds("goal", sample.length)
  const itemIds = await nextIds("item", actions.length)
  const taskIds = await nextIds(
    "task",
    actions.reduce((sum, action) => sum + (action.tasks?.length ?? 0), 0),
  )
  const now = Date.now()
  const at = (days: number) => new Date(now + days * day).toISOString()
  const midnight = (days: number) => `${at(days).slice(0, 10)}T00:00:00.000Z`
  const by = { id: actor.userId, userName: actor.userName }
  const stamp = at(0)
  const changes: Change[] = []
  let item = 0
  let task = 0
  let lane = 0
  sample.forEach((goal, g) => {
    const goalId = goalIds[g] as number
    changes.push({
      op: "insert",
      entity: "goal",
      row: {
        id: goalId,
        planId,
        name: goal.name,
        description: goal.description,
        explanation: "",
        color: goal.color,
        order: g + 1,
        completed: false,
        createdDate: stamp,
        modifiedDate: stamp,
        createdBy: by,
        isDraft: false,
        type: 0,
        iconName: null,
        imageBase64: null,
        videoLink: null,
        downloadLink: null,
      },
    })
    for (const action of goal.actions) {
      const itemId = itemIds[item++] as number
      changes.push({
        op: "insert",
        entity: "item",
        row: {
          id: itemId,
          planId,
          goalId,
          goal: { id: goalId, name: goal.name, color: goal.color },
          topic: action.topic,
          description: action.description ?? "",
          order: item,
          businessValue: action.value,
          effortAndComplexity: action.effort,
          completed: false,
          completedDate: null,
          focus: action.focus ?? false,
          focusOrder: action.focus ? ++lane : 0,
          focusDate: action.focus ? stamp : null,
          dueDate: null,
          dotVoting: 0,
          createdById: actor.userId,
          createdDate: stamp,
          modifiedDate: stamp,
          owner: null,
          type: 0,
          isDraft: false,
          attachmentCount: 0,
        },
      })
      action.tasks?.forEach(([description, type, due], index) => {
        changes.push({
          op: "insert",
          entity: "task",
          ownColor: null,
          row: {
            id: taskIds[task++] as number,
            itemId,
            planId,
            goalId,
            description,
            color: goal.color,
            complete: type === 2,
            dueDate: due === undefined ? null : midnight(due),
            createdDate: stamp,
            modified: stamp,
            completedDate: type === 2 ? at(-index) : null,
            order: index + 1,
            type,
            ownerId: null,
            owner: null,
            attachmentCount: 0,
            isDraft: false,
            readOnly: false,
          },
        })
      })
    }
  })
  return changes
}

const sample: SampleGoal[] = [
  {
    name: "Open twelve new docks",
    description: "Riverside and Old Town first, depot side by June.",
    color: "#00855a",
    actions: [
      {
        topic: "Permit package for Old Town",
        description:
          "Five docks on listed streets. The heritage office answers within 20 working days, so everything goes in one envelope.",
        value: 9,
        effort: 4,
        focus: true,
        tasks: [
          ["Draft the street-use application for all five docks", 0, 3],
          ["Collect neighbour consents on Mill Lane", 0, 11],
          ["Book the heritage office slot", 0],
          ["Scale drawings, docks 7 to 11", 1, -3],
          ["Agree paving reinstatement terms with Roads", 1, 6],
          ["Tree-root survey", 2, -7],
          ["Photograph every kerb edge at standing height", 2],
        ],
      },
      {
        topic: "Survey the riverside sites",
        description: "Walk all nine with the surveyor, photograph power access.",
        value: 8,
        effort: 3,
      },
      { topic: "Power for the depot side", value: 6, effort: 5 },
    ],
  },
  {
    name: "Win the city renewal",
    description: "The council votes on 18 March. Evidence over promises.",
    color: "#3870df",
    actions: [
      {
        topic: "Renewal evidence pack",
        description: "Twelve pages the council can check.",
        value: 10,
        effort: 4,
        focus: true,
        tasks: [
          ["Quote three riders from each district", 0, 18],
          ["Carbon figures checked by the university", 0],
          ["Cost per trip, three-year table", 1, 2],
          ["Outline signed off by the board", 2],
        ],
      },
      {
        topic: "Ridership report, autumn quarter",
        description: "Same cut as last year so the two can sit side by side.",
        value: 9,
        effort: 2,
      },
    ],
  },
  {
    name: "Halve repair time",
    description: "From 46 hours per bike to under 24.",
    color: "#cc4b2e",
    actions: [
      {
        topic: "Mobile repair van pilot",
        description: "Six weeks, one van, the ten busiest stations.",
        value: 8,
        effort: 3,
        focus: true,
        tasks: [
          ["Write the two-page kerbside safety brief", 0, 10],
          ["Order hub-wheel spares for week one", 0],
          ["Fit bench, vice and parts drawers", 1, 4],
          ["Route the first week from fault reports", 1],
          ["Lease agreed until the end of January", 2],
          ["Pick ten stations by fault count", 2],
        ],
      },
      { topic: "Spare-parts forecast", value: 5, effort: 2 },
    ],
  },
  {
    name: "Student riders",
    description: "Two campuses, one pass, 1,500 sign-ups by the spring term.",
    color: "#af50ae",
    actions: [
      {
        topic: "Pass pilot at two campuses",
        description: "Price test: flat term fee against pay per ride with a cap.",
        value: 7,
        effort: 3,
      },
    ],
  },
  {
    name: "Ready for winter",
    description: "No station closed for more than four hours.",
    color: "#a8660a",
    actions: [
      { topic: "De-icing kit for every station", value: 6, effort: 1 },
      { topic: "Snow route with the city plough team", value: 4, effort: 2 },
    ],
  },
]
