import { localized } from "~/contract/shared/language/localized"

/** Texts of the button that opens the profile menu; the menu's own load with it. */
export const profileButton = localized("profileButton", {
  label: "Profile",
  online: "online",
  offline: "offline",
})
