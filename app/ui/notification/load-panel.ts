/** The bell preloads it, and its host opens it. */
export const loadPanel = () => import("~/ui/notification/notification-panel")
