/** The twelve colours offered for goals; the hex is stored, the name selects the theme's shades. */
export const goalPalette = [
  { name: "rose", hex: "#d3395d" },
  { name: "coral", hex: "#cc4b2e" },
  { name: "amber", hex: "#a8660a" },
  { name: "olive", hex: "#7c7903" },
  { name: "moss", hex: "#498325" },
  { name: "jade", hex: "#00855a" },
  { name: "teal", hex: "#028282" },
  { name: "sky", hex: "#0c7da8" },
  { name: "cobalt", hex: "#3870df" },
  { name: "iris", hex: "#7c60db" },
  { name: "plum", hex: "#af50ae" },
  { name: "slate", hex: "#6c7785" },
] as const

export type GoalColorName = (typeof goalPalette)[number]["name"]

/** The colour of a task without a goal. */
export const noGoalColor = "#000000"

const names: ReadonlyMap<string, GoalColorName> = new Map(goalPalette.map(({ name, hex }) => [hex, name]))

/** The palette's name of a stored colour; "custom" for any other hex. */
export const goalColorName = (hex: string): GoalColorName | "custom" => names.get(hex.toLowerCase()) ?? "custom"

/** The palette's unused hexes; all of them when every one is used. */
export const unusedColors = (used: Iterable<string>): string[] => {
  const taken = new Set<string>()
  for (const color of used) taken.add(color.toLowerCase())
  const free = goalPalette.map(({ hex }) => hex as string).filter((hex) => !taken.has(hex))
  return free.length > 0 ? free : goalPalette.map(({ hex }) => hex)
}
