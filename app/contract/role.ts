import * as z from "zod/mini"

export const planRole = z.union([z.literal(0), z.literal(1), z.literal(2)])
/** 0 PlanAdmin, 1 PlanMember, 2 PlanViewer. */
export type PlanRole = z.output<typeof planRole>

export const systemRole = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
/** 0 SystemAdmin, 1 Administrator, 2 Facilitator, 3 User. */
export type SystemRole = z.output<typeof systemRole>
