/** The address whose account is a System Admin. */
export const systemAdmin = "system.admin@example.org"

/** The System Admin of the profile menu's test. */
export const menuAdmin = "menu.admin@example.org"

/** More System Admins, for tests that run at the same time as others: of two that sign in as one, either may take the other's link. */
export const moreAdmins = ["first", "second"].map((name) => `${name}.admin@example.org`)
