/** Spec 1, section 2.5. */
export const topBar = {
  home: "Laneway, back to My Plans",
  homeHint: "My Plans",
  editPlan: "Edit Plan",
} as const
