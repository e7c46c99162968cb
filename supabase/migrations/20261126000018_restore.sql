-- What the migrations have made, written after they ran: a database that lacks a part of it was restored without it. One row at most.
create table app.made (
  -- Versions, sorted.
  migrations text[] not null,
  parts text[] not null
);
create unique index made_once on app.made ((true));
alter table app.made enable row level security;

-- Ends every way in that a backup holds, after its restoration: whoever has read the backup has it too. People sign in again; plans get new
-- keys and links.
create function app.end_access() returns void language plpgsql as $$
begin
  delete from app.session;
  delete from app.mcp_ticket;
  delete from app.sign_in_link;
  delete from app.public_link;
  update app.plan set api_key_hash = null, api_key_used = null, api_key_created = null where api_key_hash is not null;
end $$;
