// A person's arrangement of a board: widths of panes, the Done column, the side panel and places of dialogs.
import { cell } from "./cell"

/** Positions of dialogs on this screen, px from its top left corner, by the dialog's key. */
export const dialogPlaces = {
  read: (key: string): { x: number; y: number } | undefined => {
    try {
      const { x, y } = JSON.parse(cell("local", `dialogPlace.${key}`).read() ?? "{}")
      return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined
    } catch {
      return undefined
    }
  },
  write: (key: string, { x, y }: { x: number; y: number }) =>
    cell("local", `dialogPlace.${key}`).write(JSON.stringify({ x, y })),
}

/** Widths of the board's panes, px; per plan and per rounded width of the window. */
export type PaneWidths = Partial<Record<"goals" | "actions" | "shared" | "side", number>>

export const layoutKey = "boardLayout"

const numbersIn = (text: string | null): Record<string, number> => {
  try {
    const read: unknown = JSON.parse(text ?? "{}")
    return Object.fromEntries(Object.entries(read as object).filter(([, value]) => Number.isFinite(value)))
  } catch {
    return {}
  }
}

/** `screen`: the window's width rounded to 100 px. Planning mode has its own widths. */
export const paneWidths = (planId: number, screen: number, planning: boolean) => {
  const memory = cell("local", `${layoutKey}.${planId}.${screen}${planning ? ".planning" : ""}`)
  return {
    read: (): PaneWidths => numbersIn(memory.read()),
    write: (widths: PaneWidths) => memory.write(JSON.stringify(widths)),
  }
}

/** Whether the Done column was opened where the window has no room for it; `screen` as for the widths. */
export const doneColumn = (planId: number, screen: number) => {
  const memory = cell("local", `${layoutKey}.${planId}.${screen}.done`)
  return {
    isOpen: () => memory.read() === "1",
    keepOpen: (open: boolean) => void (open ? memory.write("1") : memory.clear()),
  }
}

const sideModes = ["search", "chat", "notes"] as const
export type SideMode = (typeof sideModes)[number]

/** The side panel's last content, whether it was open beside the lanes, and whether the plan was in planning mode. */
export const boardLooks = (planId: number) => {
  const mode = cell("local", `${layoutKey}.${planId}.mode`)
  const open = cell("local", `${layoutKey}.${planId}.open`)
  const planning = cell("local", `${layoutKey}.${planId}.planning`)
  return {
    mode: (): SideMode | undefined => sideModes.find((each) => each === mode.read()),
    open: (): boolean | undefined => {
      const read = open.read()
      return read === null ? undefined : read === "1"
    },
    planning: () => planning.read() === "1",
    keepMode: (value: SideMode) => void mode.write(value),
    keepOpen: (value: boolean) => void open.write(value ? "1" : "0"),
    keepPlanning: (value: boolean) => void (value ? planning.write("1") : planning.clear()),
  }
}
