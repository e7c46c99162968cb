// An agent from its first unanswered call to its end: the SDK's own client signs in through the consent page.
import http from "node:http"
import type { AddressInfo } from "node:net"
import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import WebSocket from "ws"
import { planCalls } from "~/contract/plan"
import { expectAccessible } from "./accessible"
import { call } from "./calls"
import { expect, openBoard, openSample, test, withPlan } from "./people"

/** A program that takes its answer at a port of this machine. */
const openAgent = async () => {
  const arrived: URL[] = []
  const service = http.createServer(({ url = "" }, response) => {
    if (url.startsWith("/callback")) arrived.push(new URL(url, "http://127.0.0.1"))
    response.setHeader("content-type", "text/html").end("<title>Agent</title><p>Thank you</p>")
  })
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve))
  const redirectUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/callback`
  let client: OAuthClientInformationMixed | undefined
  let tokens: OAuthTokens | undefined
  let verifier = ""
  let asked: URL | undefined
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: "Harbour pilot", redirect_uris: [redirectUrl] },
    state: () => "a state",
    clientInformation: () => client,
    saveClientInformation: (given) => {
      client = given
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given
    },
    redirectToAuthorization: (url) => {
      asked = url
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
  }
  return {
    provider,
    redirectUrl,
    arrived,
    asked: () => String(asked),
    access: () => tokens?.access_token ?? "",
    close: () => {
      service.closeAllConnections()
      service.close()
    },
  }
}

test("an agent signs in by consent, acts within it, and is ended in the profile", async ({ page, baseURL }) => {
  const { planId } = await openSample(page)
  await call(page.request, planCalls.create, { name: "Not for agents" })
  const agent = await openAgent()
  const serverUrl = new URL("/mcp", baseURL)
  serverUrl.port = String(Number(serverUrl.port) + 1)

  await test.step("it finds the way by the answer to a call without a credential, and registers", async () => {
    const answer = await fetch(serverUrl, { method: "POST" })
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer resource_metadata="${serverUrl.origin}/.well-known/oauth-protected-resource/mcp", scope="plans:read plans:propose plans:write"`,
    ])
    expect(await auth(agent.provider, { serverUrl })).toBe("REDIRECT")
  })

  await test.step("the person denies, then allows it one plan", async () => {
    await page.goto(agent.asked())
    const heading = page.getByRole("heading", { name: "Connect Harbour pilot?" })
    await expect(heading).toBeFocused()
    await expect(page.getByText("Not verified.")).toBeVisible()
    await page.keyboard.press("Enter")
    await page.getByRole("radio", { name: "Only these" }).check()
    await page.getByRole("button", { name: "Deny" }).click()
    await expect(page.getByText("Thank you")).toBeVisible()
    expect(agent.arrived.map(({ searchParams }) => searchParams.get("error"))).toEqual(["access_denied"])

    await page.goto(agent.asked())
    const allow = page.getByRole("button", { name: "Allow" })
    await page.getByRole("radio", { name: "Only these" }).check()
    await expect(allow).toHaveAttribute("aria-disabled", "true")
    await page.getByRole("checkbox").last().press("Enter")
    await page.getByRole("checkbox").last().press("Space")
    await expect(page.getByText("1 of 2")).toBeVisible()
    await expect(page.getByRole("radio", { name: "Read and propose" })).toBeChecked()
    await page.getByRole("radio", { name: "Read and change" }).check()
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.setViewportSize({ width: 1366, height: 768 })
    await expectAccessible(page)
    await allow.click()
    await expect(page).toHaveURL(new RegExp(`^${agent.redirectUrl}`))
  })

  const answered = agent.arrived.at(-1)?.searchParams
  expect([answered?.get("state"), answered?.get("iss")]).toEqual(["a state", baseURL])
  expect(await auth(agent.provider, { serverUrl, authorizationCode: answered?.get("code") ?? "" })).toBe("AUTHORIZED")

  const client = new Client({ name: "test", version: "1.0.0" })
  const transport = new StreamableHTTPClientTransport(serverUrl, { authProvider: agent.provider })
  const ended = new Promise<number>((resolve) => {
    const socket = new WebSocket(`${serverUrl.href.replace("http", "ws")}?token=${agent.access()}`, "mcp")
    socket.on("close", resolve)
  })
  await test.step("it reads the plan it was given, and no other, and changes it", async () => {
    await client.connect(transport as Transport)
    const plans = await client.callTool({ name: "list_plans", arguments: {} })
    expect(plans.structuredContent).toMatchObject({ plans: [{ id: planId }] })
    const saved = await client.callTool({ name: "save_goal", arguments: { planId, name: "Lighthouse" } })
    expect(saved.isError).toBeFalsy()
  })

  await test.step("the plan's log names it, and can be filtered to it", async () => {
    await openBoard(page, planId)
    await page.getByRole("button", { name: "Board menu" }).click()
    await page.getByRole("menuitem", { name: "Log of the plan" }).click()
    const log = page.getByRole("dialog", { name: "Log of the plan" })
    const entries = log.getByRole("listitem")
    await expect(entries.nth(1)).toBeVisible()
    await log.getByRole("combobox", { name: "Changes by agent" }).selectOption("Harbour pilot")
    await expect(entries).toHaveCount(1)
    await expect(entries).toContainText(/^.?Harbour pilot for .* created the goal Lighthouse/)
    await expectAccessible(page)
  })

  await test.step("ending it in the profile ends its socket and its tokens", async () => {
    await page.goto("/")
    await page.getByRole("button", { name: "Profile" }).click()
    const menu = page.getByRole("dialog", { name: "Profile" })
    await menu.getByRole("button", { name: "Connected agents" }).click()
    await expect(menu.getByText("Can write in 1 plan")).toBeVisible()
    await menu.getByRole("button", { name: "Details of Harbour pilot" }).click()
    await expectAccessible(page, "[role=dialog]")
    await menu.getByRole("button", { name: "End Harbour pilot" }).click()
    await expect(menu.getByText("Ended")).toBeVisible()
    expect(await ended).toBe(1008)
    const headers = { authorization: `Bearer ${agent.access()}` }
    const refused = await fetch(serverUrl, { method: "POST", headers })
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringMatching(/^Bearer error="invalid_token", resource_metadata=/),
    ])
  })
  await client.close()
  agent.close()
})

test("a choice made before the consent page's script has run is the one that is allowed", async ({ page, baseURL }) => {
  await withPlan(page, "empty")
  const agent = await openAgent()
  const serverUrl = new URL("/mcp", baseURL)
  serverUrl.port = String(Number(serverUrl.port) + 1)
  expect(await auth(agent.provider, { serverUrl })).toBe("REDIRECT")
  const sent = async () => {
    const request = page.waitForRequest((each) => each.method() === "POST" && /\/oauth\/authorize/.test(each.url()))
    await page.getByRole("button", { name: "Allow" }).click()
    const form = new URLSearchParams((await request).postData() ?? "")
    await expect(page).toHaveURL(new RegExp(`^${agent.redirectUrl}`))
    return ["plans", "access", "days"].map((name) => form.get(name))
  }
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route("**/assets/*.js", async (route) => {
    await held
    await route.continue()
  })

  await test.step("without the script", async () => {
    await page.goto(agent.asked(), { waitUntil: "commit" })
    await page.getByText("Boards, notes and logs").click()
    await page.getByText("30 days").click()
    expect(await sent()).toEqual(["all", "read", "30"])
  })

  await test.step("the script goes on from there", async () => {
    await page.goto(agent.asked(), { waitUntil: "commit" })
    await page.getByText("Boards, notes and logs").click()
    await page.getByText("Only these").click()
    release()
    await expect(page.getByRole("button", { name: "Allow" })).toHaveAttribute("aria-disabled", "true")
    await page.getByRole("checkbox").press("Space")
    await expect(page.getByText("1 of 1")).toBeVisible()
    expect(await sent()).toEqual(["chosen", "read", "365"])
  })
  agent.close()
})
