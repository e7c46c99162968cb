// What a function of this folder that reads a plan's rows takes, an Admission, or else answers: Sealed rows.
import type { Standing } from "~/contract/capability"
import type { PlanRole } from "~/contract/user"

declare const checked: unique symbol
declare const sealed: unique symbol

/** A plan, and the standing in it of somebody whose call is allowed there. domain/admission.server.ts alone makes one. */
export type Admission = { planId: number; person: number | null; standing: Standing; [checked]: true }

/** Rows with the reader's role, null for somebody who isn't of the plan. domain/admission.server.ts alone opens it. */
export type Sealed<Rows = unknown> = { [sealed]: Rows }

export const seal = <Rows>(role: PlanRole | null, rows?: Rows) => ({ ...rows, role }) as unknown as Sealed<Rows>
