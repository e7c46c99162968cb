// The German texts by the key of the English ones. Everything in this folder is one chunk of the browser build, loaded by
// those who read German.
//
// Goal: Ziel. Action: Aktion. Task: Aufgabe. Focus: Fokus. Lane: Bahn. To Do, Doing, Done: Zu erledigen, In Arbeit,
// Erledigt. Owner of a card: zuständig. Owner of a plan: Inhaber. Member: Mitglied. Viewer: Betrachter. Note: Notiz. Log:
// Protokoll. Draft: Entwurf. Due date: Fälligkeit. To complete: abschließen. To restore: wiederherstellen. To undo:
// rückgängig machen. Sentences address nobody: "Bitte noch einmal versuchen", neither "du" nor "Sie".
import * as account from "./account"
import * as admin from "./admin"
import * as agent from "./agent"
import * as board from "./board"
import * as calendar from "./calendar"
import * as cardFields from "./card-fields"
import * as comment from "./comment"
import * as dates from "./dates"
import * as dialog from "./dialog"
import * as file from "./file"
import * as filter from "./filter"
import * as goal from "./goal"
import * as goals from "./goals"
import * as meeting from "./meeting"
import * as message from "./message"
import * as myWork from "./my-work"
import * as note from "./note"
import * as notification from "./notification"
import * as pages from "./pages"
import * as palette from "./palette"
import * as panel from "./panel"
import * as parts from "./parts"
import * as plan from "./plan"
import * as planPage from "./plan-page"
import * as problems from "./problems"
import * as repeat from "./repeat"
import * as samplePlan from "./sample-plan"
import * as settings from "./settings"
import * as starter from "./starter"
import * as threads from "./threads"
import * as webhook from "./webhook"

const texts: Readonly<Record<string, object>> = {
  ...account,
  ...admin,
  ...agent,
  ...board,
  ...calendar,
  ...cardFields,
  ...comment,
  ...dates,
  ...dialog,
  ...file,
  ...filter,
  ...goal,
  ...goals,
  ...meeting,
  ...message,
  ...myWork,
  ...note,
  ...notification,
  ...pages,
  ...palette,
  ...panel,
  ...parts,
  ...plan,
  ...planPage,
  ...problems,
  ...samplePlan,
  ...repeat,
  ...settings,
  ...starter,
  ...threads,
  ...webhook,
}

export const german = (key: string): object | undefined => texts[key]
