// pageRequest(request, hasForm): a page's request as its route takes it, or the answer that refuses it.
import { problem } from "~/contract/problem"
import { refused, wrongMethod } from "./answer.server"
import { foreignOrigin, isPostedElsewhere } from "./origin.server"
import { typeOf, withBody } from "./read-body.server"

type Route = { path?: string; module: { action?: unknown } }

/** Whether a page, by its path or its data's, takes a form: one whose route has an action. */
export const formsOf = (routes: readonly Route[]) => {
  const forms = routes.flatMap(({ path, module: { action } }) =>
    action && path && !path.includes("*") ? [segmentsOf(path)] : [],
  )
  return (pathname: string) => {
    const asked = segmentsOf(pathname.replace(/\.data$/, ""))
    return forms.some(
      (form) =>
        form.length === asked.length &&
        form.every((segment, index) => segment.startsWith(":") || segment === asked[index]),
    )
  }
}

const segmentsOf = (path: string) =>
  path
    .toLowerCase()
    .split("/")
    .filter((segment) => segment !== "")

/**
 * Remix answers a wrong method, another site's post and a broken form with an error of its own, and compares the origin with
 * the Host that a proxy may have rewritten. So that is decided here, by PUBLIC_URL.
 */
export const pageRequest = async (
  request: Request,
  hasForm: (pathname: string) => boolean,
): Promise<Request | Response> => {
  const { pathname, searchParams } = new URL(request.url)
  // An older way to ask for a route's data.
  if (searchParams.has("_data")) return refused(problem(404, "There is no such page."))
  if (request.method === "GET" || request.method === "HEAD") return request
  if (request.method !== "POST" || !hasForm(pathname)) {
    return wrongMethod(hasForm(pathname) ? "GET, HEAD, POST" : "GET, HEAD")
  }
  if (isPostedElsewhere(request)) return refused(foreignOrigin())
  const posted = await withBody(request)
  try {
    await posted.clone().formData()
  } catch {
    const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)$/.test(typeOf(request))
    return refused(isForm ? problem(400, "The form is broken.") : problem(415, "Send this page’s form as a form."))
  }
  posted.headers.delete("origin")
  return posted
}
