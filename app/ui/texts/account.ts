/** Spec 1, section 2.7. */
export const account = {
  profile: "Profile",
  online: "online",
  offline: "offline",
  edit: "Edit",
  back: "Back",
  switchAccount: "Switch Account",
  logout: "Logout",
  close: "Close",
  name: "Name",
  changePicture: "Change picture",
  pictureFailed: "The picture could not be saved.",
  email: "Email",
  nameNeeded: "Enter a name.",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  invitationFailed: "The invitation could not be accepted.",
} as const
