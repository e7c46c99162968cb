import { observable } from "../observable"

/** How many files of each plan are not uploaded yet, and how many were refused. */
export const uploadCounts = observable<ReadonlyMap<number, { waiting: number; refused: number }>>(new Map())
