/** The address whose account is a System Admin. */
export const systemAdmin = "system.admin@example.org"

/** More System Admins, for tests that run at the same time as others that sign in as the first. */
export const moreAdmins = ["first", "second"].map((name) => `${name}.admin@example.org`)
