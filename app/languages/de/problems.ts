// Refusals and failures that people meet on screens, by the API's English message.
import type { ProblemTexts } from "~/contract/shared/language/problem-text"
import { saidByAssistant } from "./assistant-says"
import { patterns } from "./problem-patterns"

const again = "Bitte gleich noch einmal versuchen."

const sentences: ProblemTexts["sentences"] = {
  "A note uses this file. Remove it from the note first.":
    "Eine Notiz verwendet diese Datei. Sie muss zuerst aus der Notiz entfernt werden.",
  "A version was restored after that change. Restore a version from before it instead.":
    "Nach dieser Änderung wurde eine Version wiederhergestellt. Stattdessen eine Version von davor wiederherstellen.",
  "An imported note cannot be edited. You can delete it.":
    "Eine importierte Notiz lässt sich nicht bearbeiten. Löschen ist möglich.",
  "This plan has cards already. The sample fills a plan that has none.":
    "Dieser Plan hat schon Karten. Das Beispiel füllt einen Plan ohne Karten.",
  "Billing is not set up here. No payment is needed.":
    "Hier ist keine Abrechnung eingerichtet, eine Zahlung ist nicht nötig.",
  "Write the repetition as a rule such as FREQ=WEEKLY;BYDAY=MO.":
    "Eine Wiederholung ist eine Regel wie FREQ=WEEKLY;BYDAY=MO.",
  "FREQ of a repetition is DAILY, WEEKLY, MONTHLY or YEARLY.":
    "FREQ einer Wiederholung ist DAILY, WEEKLY, MONTHLY oder YEARLY.",
  "BYDAY of a repetition has days such as MO, 2TU or -1FR.":
    "BYDAY einer Wiederholung enthält Tage wie MO, 2TU oder -1FR.",
  "A repetition by days or weeks has days without a number, such as MO.":
    "Eine Wiederholung nach Tagen oder Wochen hat Wochentage ohne Zahl, etwa MO.",
  "UNTIL of a repetition is a day such as 20261231.": "UNTIL einer Wiederholung ist ein Tag wie 20261231.",
  "A repetition by weeks can’t have BYMONTHDAY.": "Eine Wiederholung nach Wochen hat kein BYMONTHDAY.",
  "BYSETPOS of a repetition needs BYDAY or BYMONTHDAY.": "Zu BYSETPOS einer Wiederholung gehört BYDAY oder BYMONTHDAY.",
  "A repetition ends by COUNT or by UNTIL, not by both.":
    "Eine Wiederholung endet durch COUNT oder durch UNTIL, nicht durch beides.",
  "A task that repeats from its due date needs one.":
    "Eine Wiederholung, die ab der Fälligkeit zählt, braucht eine Fälligkeit.",
  "This repetition has no day after the due date. Choose another one.":
    "Diese Wiederholung trifft auf keinen Tag nach der Fälligkeit. Bitte eine andere wählen.",
  "A task that is done does not repeat.": "Für eine erledigte Aufgabe gibt es keine Wiederholung.",
  "Enter a description for the task.": "Bitte einen Text für die Aufgabe eingeben.",
  "Enter a heading or a description for the action.":
    "Bitte einen Titel oder eine Beschreibung für die Aktion eingeben.",
  "A task can’t wait for itself.": "Eine Aufgabe kann nicht auf sich selbst warten.",
  "An action can’t wait for itself.": "Eine Aktion kann nicht auf sich selbst warten.",
  "Choose another label to merge this one into.": "Bitte ein anderes Label wählen, in dem dieses aufgeht.",
  "The target must differ from the start.": "Der Zielwert muss sich vom Startwert unterscheiden.",
  "A result stays with its goal. Add another to that goal instead.":
    "Ein Ergebnis bleibt bei seinem Ziel. Bitte beim anderen Ziel ein neues hinzufügen.",
  "The due date is before the start date.": "Die Fälligkeit liegt vor dem Beginn.",
  "Only a completed goal has an outcome. Complete it as well.":
    "Nur ein abgeschlossenes Ziel hat einen Ausgang. Bitte auch abschließen.",
  "Enter a name for the goal.": "Bitte einen Namen für das Ziel eingeben.",
  "Enter a name for the label.": "Bitte einen Namen für das Label eingeben.",
  "Enter a name.": "Bitte einen Namen eingeben.",
  "Enter the text of the note.": "Bitte den Text der Notiz eingeben.",
  "Failed to verify session.": "Die Sitzung konnte nicht geprüft werden.",
  "Files can’t be reached right now. Please try again in a moment.": `Die Dateien sind gerade nicht erreichbar. ${again}`,
  "Line 1: the first row of a table names its columns, at least task, or goal and action.":
    "Zeile 1: Die erste Zeile einer Tabelle nennt ihre Spalten, mindestens Aufgabe, oder Ziel und Aktion.",
  "Line 1: there is no goal (##) and no action (-) in the file.":
    "Zeile 1: Die Datei enthält weder ein Ziel (##) noch eine Aktion (-).",
  "Line 1: this JSON is neither a Laneway plan nor a Trello board.":
    "Zeile 1: Dieses JSON ist weder ein Plan von Laneway noch ein Board von Trello.",
  "Many passwords are being tried for this link. Please try again in a minute.":
    "Für diesen Link werden gerade viele Passwörter versucht. Bitte in einer Minute noch einmal versuchen.",
  "Many imports are running. Please try again in a moment.": `Es laufen gerade viele Importe. ${again}`,
  "Many large plans are being read. Please try again in a moment.": `Es werden gerade viele große Pläne gelesen. ${again}`,
  "Many large requests are being sent. Please try again in a moment.": `Es werden gerade viele große Anfragen gesendet. ${again}`,
  "One of the plans is being changed as a whole right now. Please try again in a moment.": `Einer der Pläne wird gerade als Ganzes geändert. ${again}`,
  "Only a System Admin may change a system role.": "Nur ein Systemadmin kann Systemrollen ändern.",
  "Only a System Admin may enable or disable this account.":
    "Nur ein Systemadmin kann dieses Konto sperren oder entsperren.",
  "Only its author may add files to a note.": "Nur wer eine Notiz verfasst hat, kann ihr Dateien hinzufügen.",
  "Only its author may change a note.": "Nur wer eine Notiz verfasst hat, kann sie ändern.",
  "Only its author may make a note private.": "Nur wer eine Notiz verfasst hat, kann sie privat machen.",
  "Only its author or an admin may change a note’s files.":
    "Nur wer eine Notiz verfasst hat oder ein Admin kann ihre Dateien ändern.",
  "Only its author or an admin may change a note.": "Nur wer eine Notiz verfasst hat oder ein Admin kann sie ändern.",
  "Only its author or an admin may delete a note.": "Nur wer eine Notiz verfasst hat oder ein Admin kann sie löschen.",
  "Only its sender may delete a message.": "Nur wer eine Nachricht gesendet hat, kann sie löschen.",
  "Only members of the plan can be mentioned.": "Nur Mitglieder des Plans lassen sich erwähnen.",
  "Only text, Markdown, CSV, Word (.docx) and PDF files can be read.":
    "Nur Text-, Markdown-, CSV-, Word- (.docx) und PDF-Dateien können gelesen werden.",
  "Other answers of yours with whole plans are still being read. Read them to their end, then ask again.":
    "Andere eigene Antworten mit ganzen Plänen werden noch gelesen. Bitte zu Ende lesen und dann noch einmal anfragen.",
  "Other imports of yours are still running. Wait for them, then send this file again.":
    "Andere eigene Importe laufen noch. Danach lässt sich diese Datei noch einmal senden.",
  "Other requests of yours are still being sent. Wait for them, then send this again.":
    "Andere eigene Anfragen werden noch gesendet. Bitte abwarten und diese dann noch einmal senden.",
  "Others are changing the same cards right now. Please try again.":
    "Dieselben Karten werden gerade von anderen geändert. Bitte noch einmal versuchen.",
  "Pictures can’t be changed here: this server has no image library.":
    "Bilder können hier nicht geändert werden: Auf diesem Server fehlt die Bildbibliothek.",
  "Please enter a valid company email address.": "Bitte eine gültige geschäftliche E-Mail-Adresse eingeben.",
  "Please sign in.": "Bitte anmelden.",
  "Please wait a moment before requesting another link.":
    "Bitte kurz warten, bevor ein weiterer Link angefordert wird.",
  "Reading the plan": "Der Plan wird gelesen",
  "Search for less than 2,000 characters.": "Bitte nach weniger als 2.000 Zeichen suchen.",
  "you did not ask for a deletion": "um eine Löschung wurde nicht gebeten",
  "you did not ask to complete it": "um den Abschluss wurde nicht gebeten",
  "you did not ask for other words": "um andere Worte wurde nicht gebeten",
  "you did not name an owner": "eine Zuständigkeit wurde nicht genannt",
  "you did not ask for a date": "um ein Datum wurde nicht gebeten",
  "you did not ask to move it": "um ein Verschieben wurde nicht gebeten",
  "you did not ask for a value or an effort": "um Wert oder Aufwand wurde nicht gebeten",
  "you did not ask for a status or values": "um einen Status oder Werte wurde nicht gebeten",
  "you did not ask for a note": "um eine Notiz wurde nicht gebeten",
  "you did not ask for a new card": "um eine neue Karte wurde nicht gebeten",
  "you asked a question": "es war eine Frage",
  Somebody: "Jemand",
  "(another tab)": "(anderer Tab)",
  "Somebody has changed this since you loaded it. Load the latest version and repeat your change.":
    "Das hat inzwischen jemand geändert. Bitte neu laden und die Änderung wiederholen.",
  "Something that your change refers to was just changed. Load the latest version and repeat your change.":
    "Etwas, worauf sich das bezieht, hat sich gerade geändert. Bitte neu laden und die Änderung wiederholen.",
  "Something went wrong on our side. Please try again.":
    "Auf dem Server ist etwas schiefgegangen. Bitte noch einmal versuchen.",
  "Something went wrong. Please try again.": "Etwas ist schiefgegangen. Bitte noch einmal versuchen.",
  "That is not the password.": "Das ist nicht das Passwort.",
  "The assistant is still answering your earlier requests. Please wait for one of them.":
    "Der Assistent beantwortet noch frühere eigene Anfragen. Bitte eine davon abwarten.",
  "The card this change belongs to was not saved.": "Die Karte, zu der diese Änderung gehört, wurde nicht gespeichert.",
  "The card this file belongs to was not saved.": "Die Karte, zu der diese Datei gehört, wurde nicht gespeichert.",
  "The database can’t be reached right now. Please try again in a moment.": `Die Datenbank ist gerade nicht erreichbar. ${again}`,
  "The document is broken.": "Das Dokument ist beschädigt.",
  "The document is too large. Send a part of it, or its text.":
    "Das Dokument ist zu groß. Bitte einen Teil davon oder seinen Text senden.",
  "The file takes too much time or memory to read. Split it into several files.":
    "Das Lesen der Datei braucht zu viel Zeit oder Speicher. Bitte in mehrere Dateien aufteilen.",
  "The files in the zip are larger than 200 MiB together.":
    "Die Dateien in der ZIP-Datei sind zusammen größer als 200 MiB.",
  "The form’s fields are too long together. Send less.":
    "Die Felder des Formulars sind zusammen zu lang. Bitte weniger senden.",
  "The link has been revoked. Please try again.": "Der Link wurde inzwischen widerrufen. Bitte noch einmal versuchen.",
  "The owner can’t leave the plan. Delete the plan instead.":
    "Der Inhaber kann den Plan nicht verlassen, aber löschen.",
  "The owner of a plan is always an admin.": "Der Inhaber eines Plans ist immer Admin.",
  "The payment provider can’t be reached right now. Please try again in a moment.": `Der Zahlungsanbieter ist gerade nicht erreichbar. ${again}`,
  "The payment provider has no checkout for this price.":
    "Der Zahlungsanbieter bietet für diesen Preis keine Zahlung an.",
  "The payment provider refused the request. Ask the administrator of this installation to check its setup.":
    "Der Zahlungsanbieter hat die Anfrage abgelehnt. Bitte der Administration dieser Laneway-Installation Bescheid geben.",
  "The plan’s owner has to pay before this key can change anything again.":
    "Die Person, der der Plan gehört, muss erst zahlen, bevor dieser Schlüssel wieder etwas ändern kann.",
  "The files in the zip take too long to store. Import fewer at once.":
    "Das Speichern der Dateien in der ZIP-Datei dauert zu lange. Bitte weniger auf einmal importieren.",
  "Your trial has ended. Subscribe to open your plans again.":
    "Die Testphase ist zu Ende. Mit einem Abonnement sind die Pläne wieder offen.",
  "Your last payment failed. Update your payment method to open your plans again.":
    "Die letzte Zahlung ist fehlgeschlagen. Mit einer neuen Zahlungsart sind die Pläne wieder offen.",
  "Your subscription has ended. Subscribe to open your plans again.":
    "Das Abonnement ist zu Ende. Mit einem neuen sind die Pläne wieder offen.",
  "The price is not set up at the payment provider.": "Der Preis ist beim Zahlungsanbieter nicht eingerichtet.",
  "The server is overloaded. Please try again in a moment.": `Der Server ist ausgelastet. ${again}`,
  "The server has no memory left for this at the moment. Please try again in a minute.":
    "Der Server hat dafür gerade nicht genug Speicher. Bitte in einer Minute noch einmal versuchen.",
  "The upload broke off, or its form is broken. Please send it again.":
    "Das Hochladen wurde unterbrochen. Bitte noch einmal senden.",
  "The zip is broken. Export the plan again.": "Die ZIP-Datei ist beschädigt. Bitte den Plan noch einmal exportieren.",
  "There are no drafts in this plan.": "In diesem Plan gibt es keine Entwürfe.",
  "It contains no text.": "Sie enthält keinen Text.",
  Thinking: "Das Modell überlegt",
  "This plan is archived and read-only. Ask a plan admin to unarchive it.":
    "Dieser Plan ist archiviert und kann nur gelesen werden. Ein Admin des Plans kann ihn wieder öffnen.",
  "This action has more than 2,000 open tasks. Copy the plan instead.":
    "Diese Aktion hat mehr als 2.000 offene Aufgaben. Bitte stattdessen den Plan kopieren.",
  "This action is completed, so it can’t be changed. Uncomplete it first.":
    "Diese Aktion ist abgeschlossen. Sie muss zuerst wieder geöffnet werden.",
  "This goal is completed, so it takes no check-ins. Reopen it first.":
    "Dieses Ziel ist abgeschlossen und nimmt keine Check-ins an. Es muss zuerst wieder geöffnet werden.",
  "This change was made in another version of Laneway and can no longer be saved.":
    "Diese Änderung stammt aus einer anderen Version von Laneway und kann nicht mehr gespeichert werden.",
  "This does not exist, or you have no access to it.": "Das gibt es nicht, oder es fehlt der Zugriff darauf.",
  "This file is not plain text. Export the plan as JSON, CSV or Markdown.":
    "Diese Datei ist kein einfacher Text. Bitte den Plan als JSON, CSV oder Markdown exportieren.",
  "This invitation has been used.": "Diese Einladung wurde bereits angenommen.",
  "This account is disabled. Ask the administrator of your Laneway to enable it.":
    "Dieses Konto ist deaktiviert. Die Administration dieses Laneway kann es aktivieren.",
  "This code is wrong or has expired.": "Dieser Code ist falsch oder abgelaufen.",
  "This invitation no longer exists. It was withdrawn, or the link is incomplete. Ask for a new one.":
    "Diese Einladung gibt es nicht mehr. Sie wurde zurückgezogen, oder der Link ist unvollständig. Bitte um eine neue bitten.",
  "This invitation has expired. Ask for a new one.":
    "Diese Einladung ist abgelaufen. Eine neue kann angefordert werden.",
  "This invitation is for another address. Sign in with the address that was invited.":
    "Diese Einladung gilt für eine andere Adresse. Bitte mit der eingeladenen Adresse anmelden.",
  "This link no longer works. Ask the person who sent it for a new one.":
    "Dieser Link gilt nicht mehr. Einen neuen hat die Person, von der er kam.",
  "This link shows the board read-only.": "Dieser Link zeigt das Board nur zum Lesen.",
  "This page has expired. Open the link again.": "Diese Seite gilt nicht mehr. Bitte den Link noch einmal öffnen.",
  "This person is already a member of the plan.": "Diese Person ist bereits Mitglied des Plans.",
  "This request was carried out, but its answer is no longer stored. Load what it changed.":
    "Das wurde bereits ausgeführt. Bitte neu laden, um das Ergebnis zu sehen.",
  "This server has no workers for large files: it takes files of up to 1 MiB, and no zips or documents.":
    "Dieser Server hat keine Workers für große Dateien: Er nimmt Dateien bis 1 MiB, aber keine ZIP-Dateien und Dokumente.",
  "This takes too much time or memory. Ask for less at a time.":
    "Das braucht zu viel Zeit oder Speicher. Bitte weniger auf einmal anfordern.",
  "This took too long, because the server is busy. Please try again in a moment.": `Das hat zu lange gedauert, der Server ist ausgelastet. ${again}`,
  "Too many changes of names and pictures. Please try again later.":
    "Zu viele Änderungen von Namen und Bildern. Bitte später noch einmal versuchen.",
  "Too many people are asking for this right now. Please try again in a moment.": `Das wird gerade von zu vielen angefordert. ${again}`,
  "Too many requests at once come from your address. Please wait a moment.":
    "Von dieser Adresse kommen zu viele Anfragen auf einmal. Bitte kurz warten.",
  "Use an address that begins with https:// and is reachable from the internet.":
    "Bitte eine Adresse angeben, die mit https:// beginnt und aus dem Internet erreichbar ist.",
  "Only people make calendar feeds, in their profile.": "Kalender-Feeds legen nur Personen selbst an, in ihrem Profil.",
  "This feed has been ended since. Please try again.":
    "Dieser Feed wurde inzwischen beendet. Bitte noch einmal versuchen.",
  "This webhook has been deleted since. Create another one.":
    "Dieser Webhook wurde inzwischen gelöscht. Bitte einen neuen hinzufügen.",
  "You have made many links with a password. Please wait a while.":
    "Es wurden viele Links mit Passwort angelegt. Bitte eine Weile warten.",
  "You have read too much in this minute. Please wait a moment.":
    "In dieser Minute wurde zu viel gelesen. Bitte kurz warten.",
  "Too many wrong passwords. Please try again in an hour.":
    "Zu viele falsche Passwörter. Bitte in einer Stunde noch einmal versuchen.",
  "Too much has changed since then. Restore a version of the plan from that time instead.":
    "Seitdem hat sich zu viel geändert. Stattdessen eine Version des Plans aus dieser Zeit wiederherstellen.",
  "Choose a day in the future.": "Bitte einen Tag in der Zukunft wählen.",
  "Working on the proposal": "Der Vorschlag wird überarbeitet",
  "Write a title or a text.": "Bitte einen Titel oder einen Text schreiben.",
  "Write something first.": "Bitte zuerst etwas schreiben.",
  "You can only read and comment in this plan. Ask a plan admin to change your role.":
    "In diesem Plan sind nur Lesen und Kommentieren möglich. Ein Admin des Plans kann die Rolle ändern.",
  "You can only write to members of the plan.": "Nachrichten gehen nur an Mitglieder des Plans.",
  "You have a subscription already. Change it under Manage billing.":
    "Ein Abonnement besteht bereits. Ändern lässt es sich unter „Abrechnung verwalten“.",
  "You need administrator access for this feature.": "Diese Funktion erfordert Administratorrechte.",
  "This key or agent has made too many changes in this minute. Please wait a moment.":
    "Dieser Schlüssel oder Agent hat in dieser Minute zu viel geändert. Bitte kurz warten.",
  "Your changes have notified very many people. Please wait a moment.":
    "Die eigenen Änderungen haben sehr viele Personen benachrichtigt. Bitte kurz warten.",
  "Your account has no customer ID at the payment provider.":
    "Zu diesem Konto fehlt beim Zahlungsanbieter die Kundennummer.",
  "Your account is disabled.": "Dieses Konto ist gesperrt.",
  "Your earlier requests are still waiting. Please try again in a moment.": `Frühere eigene Anfragen warten noch. ${again}`,
}

const ofAssistant: ProblemTexts["sentences"] = {
  "The plan has changed since the preview in a way that matters. Ask for the changes again.":
    "Der Plan hat sich seit der Vorschau wesentlich geändert. Bitte noch einmal nach den Änderungen fragen.",
  "The AI provider refused the key of this installation. Ask its administrator to check it.":
    "Der KI-Anbieter hat den Schlüssel dieser Installation abgelehnt. Bitte die Administration, ihn zu prüfen.",
  "The AI provider doesn’t offer the configured model, or not with tools. Ask the administrator of this installation to choose another one.":
    "Der KI-Anbieter bietet das eingestellte Modell nicht an, oder nicht mit Werkzeugen. Bitte die Administration dieser Installation, ein anderes zu wählen.",
  "The AI provider’s quota is used up. Ask the administrator of this installation to renew it.":
    "Das Kontingent beim KI-Anbieter ist aufgebraucht. Bitte die Administration dieser Installation, es zu erneuern.",
  "The plan and this request are longer than the context of the AI. Ask about a part of them, or without files.":
    "Plan und Anfrage sind länger als der Kontext der KI. Bitte nach einem Teil davon fragen oder ohne Dateien.",
  "The AI service ran into a timeout. Please try again.":
    "Der KI-Dienst hat zu lange gebraucht. Bitte noch einmal versuchen.",
  "The AI service can’t be reached over the network. Please try again later.":
    "Der KI-Dienst ist über das Netz nicht erreichbar. Bitte später noch einmal versuchen.",
  "The AI service has reached its rate limit. Please wait a moment and try again.":
    "Der KI-Dienst nimmt gerade keine weiteren Anfragen an. Bitte kurz warten und noch einmal versuchen.",
  "The AI provider’s content filter stopped the answer. Please ask in other words.":
    "Der Inhaltsfilter des KI-Anbieters hat die Antwort angehalten. Bitte mit anderen Worten fragen.",
  "The AI provider refused the request. Ask the administrator of this installation, whose log says why.":
    "Der KI-Anbieter hat die Anfrage abgelehnt. Warum, steht im Log dieser Installation.",
  "The AI response was incomplete. Please ask again with more specific details.":
    "Die Antwort der KI war unvollständig. Bitte mit mehr Einzelheiten noch einmal fragen.",
  "The AI response was incomplete: it proposed what the plan does not allow. Please ask with more specific details.":
    "Die Antwort der KI war unvollständig: Sie hat vorgeschlagen, was der Plan nicht zulässt. Bitte mit mehr Einzelheiten fragen.",
  "Stopped.": "Angehalten.",
  "Select at least one change.": "Mindestens eine Änderung auswählen.",
  "The request was stopped.": "Die Anfrage wurde angehalten.",
  "The request could not be answered. Try again.":
    "Die Anfrage konnte nicht beantwortet werden. Bitte noch einmal versuchen.",
  "Use at most 10,000 characters. Only an outline or CSV may be longer.":
    "Höchstens 10.000 Zeichen. Nur eine Gliederung oder CSV darf länger sein.",
  "These changes were carried out already, or are older than 30 minutes. Ask for them again.":
    "Diese Änderungen wurden bereits ausgeführt oder sind älter als 30 Minuten. Bitte noch einmal danach fragen.",
  "These changes were carried out already, or their preview is older than 30 minutes. Ask for them again.":
    "Diese Änderungen wurden bereits ausgeführt, oder ihre Vorschau ist älter als 30 Minuten. Bitte noch einmal danach fragen.",
  "This proposal was decided before, or has expired. Load the list again.":
    "Über diesen Vorschlag ist schon entschieden, oder er ist abgelaufen. Bitte die Liste neu laden.",
  "Nothing was applied, because some of these changes no longer fit the plan. Check the list again.":
    "Nichts wurde übernommen, weil einige dieser Änderungen nicht mehr zum Plan passen. Bitte die Liste noch einmal prüfen.",
  "Too many proposals wait in this plan. People of the plan have to decide some first.":
    "In diesem Plan warten zu viele Vorschläge. Erst muss über einige entschieden werden.",
  "Only its author withdraws a proposal, and admins of the plan that of a key.":
    "Zurückziehen kann einen Vorschlag nur, von wem er ist, und den eines Schlüssels ein Admin des Plans.",
  "There is nothing to change.": "Es gibt nichts zu ändern.",
  "The plan has changed since the preview. This is what I would do now.":
    "Der Plan hat sich seit der Vorschau geändert. Jetzt sähe es so aus.",
  "There is nothing to undo: the assistant has changed nothing for you in the last day.":
    "Es gibt nichts rückgängig zu machen: Der Assistent hat am letzten Tag nichts geändert.",
}

export const problems: ProblemTexts = {
  sentences: { ...sentences, ...ofAssistant },
  patterns: [...patterns, ...saidByAssistant],
}
