// A function of this folder that reads a plan's rows takes an Admission, or returns Sealed rows;
// tests/house/admission.test.ts lists the exceptions.
import type { Standing } from "~/contract/capability"
import type { PlanRole } from "~/contract/role"

declare const checked: unique symbol
declare const sealed: unique symbol

/** A plan with the standing of an actor whose call is allowed there. Only domain/core/admission.server.ts creates one. */
export type Admission = { planId: number; person: number | null; standing: Standing; [checked]: true }

/** Rows with the reader's role, null without access to the plan. Only domain/core/admission.server.ts opens it. */
export type Sealed<Rows = unknown> = { [sealed]: Rows }

export const seal = <Rows>(role: PlanRole | null, rows?: Rows) => ({ ...rows, role }) as unknown as Sealed<Rows>
