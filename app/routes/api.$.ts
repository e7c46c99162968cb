import { unknown } from "~/api/mount.server"

const nowhere = ({ request }: { request: Request }) => unknown(new URL(request.url).pathname)
export const loader = nowhere
export const action = nowhere
