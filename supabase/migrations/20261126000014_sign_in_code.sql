-- The code of a sign-in mail, an HMAC of it: six digits alone could be found by trying. A wrong one counts for all open mails of the browser.
alter table app.sign_in_link add column code_hash text, add column code_tries smallint not null default 0;
