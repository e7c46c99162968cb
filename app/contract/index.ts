import { accountCalls, authCalls } from "./account"
import { adminCalls } from "./admin"
import { aiCalls } from "./ai"
import { auditCalls } from "./audit"
import type { Call } from "./call"
import { feedCalls } from "./feed"
import { fileCalls } from "./file"
import { goalCalls } from "./goal"
import { integrationCalls, keyCalls } from "./integration"
import { invitationCalls } from "./invitation"
import { itemCalls } from "./item"
import { keyResultCalls } from "./key-result"
import { labelCalls } from "./label"
import { meetingCalls } from "./meeting"
import { messageCalls } from "./message"
import { noteCalls } from "./note"
import { notificationCalls } from "./notification"
import { paymentCalls } from "./payment"
import { planCalls } from "./plan"
import { promptCalls } from "./prompt"
import { proposalCalls } from "./proposal"
import { linkCalls, publicCalls } from "./public-link"
import { searchCalls } from "./search"
import { taskCalls } from "./task"
import { threadsCalls } from "./threads"
import { userCalls } from "./user"
import { viewCalls } from "./view"
import { webhookCalls } from "./webhook"

/** Every call of the product, by resource; the first path segment after /api names the resource. */
export const contract = {
  Account: accountCalls,
  Admin: adminCalls,
  Ai: aiCalls,
  Audit: auditCalls,
  auth: authCalls,
  Feed: feedCalls,
  File: fileCalls,
  Goal: goalCalls,
  invitation: invitationCalls,
  Item: itemCalls,
  KeyResult: keyResultCalls,
  Label: labelCalls,
  message: messageCalls,
  Meeting: meetingCalls,
  Note: noteCalls,
  notification: notificationCalls,
  payment: paymentCalls,
  Plan: { ...planCalls, ...keyCalls, ...proposalCalls },
  plans: { ...integrationCalls, ...linkCalls },
  Prompt: promptCalls,
  public: publicCalls,
  Search: searchCalls,
  Task: taskCalls,
  Threads: threadsCalls,
  Users: userCalls,
  View: viewCalls,
  Webhook: webhookCalls,
} as const

export const everyCall = (): { resource: string; name: string; call: Call }[] =>
  Object.entries(contract).flatMap(([resource, calls]) =>
    Object.entries(calls as Record<string, Call>).map(([name, call]) => ({ resource, name, call })),
  )
