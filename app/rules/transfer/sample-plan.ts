import { localized } from "~/contract/shared/language/localized"
import { emptyAction, emptyGoal, emptyTask, type Outline } from "./outline"

type SampleTask = readonly [description: string, type: 0 | 1 | 2, dueInDays?: number]
type SampleAction = {
  topic: string
  description?: string
  value: number
  effort: number
  focus?: true
  tasks?: SampleTask[]
}
type SampleGoal = { name: string; description: string; color: string; actions: SampleAction[] }
/** In order, with the days from now on which tasks are due. */
export type SamplePlan = { name: string; goals: SampleGoal[] }

const day = 86_400_000

/** The sample plan, with dates around now. */
export const sampleOutline = (now: number): Outline => {
  const at = (days: number) => new Date(now + days * day).toISOString()
  const midnight = (days: number) => `${at(days).slice(0, 10)}T00:00:00.000Z`
  const taskOf = ([description, type, due]: SampleTask, index: number) => ({
    ...emptyTask,
    description,
    type,
    dueDate: due === undefined ? null : midnight(due),
    completedDate: type === 2 ? at(-index) : null,
  })
  return {
    name: samplePlan.name,
    effortAndComplexityVisible: true,
    aiInstructions: "",
    actions: [],
    goals: samplePlan.goals.map(({ name, description, color, actions }) => ({
      ...emptyGoal,
      name,
      description,
      color,
      actions: actions.map(({ topic, description = "", value, effort, focus, tasks = [] }) => ({
        ...emptyAction,
        topic,
        description,
        value,
        effort,
        focus: focus ? { date: null, order: null } : null,
        tasks: tasks.map(taskOf),
      })),
    })),
  }
}

export const samplePlan = localized<SamplePlan>("samplePlan", {
  name: "Bike share, phase two",
  goals: [
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
  ],
})
