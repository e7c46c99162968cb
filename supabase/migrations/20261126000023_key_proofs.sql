-- A program that holds a plan's key names it by the hash of its hash, to ask whether the server it found knows the key.
create index plan_api_key_id on app.plan (sha256(api_key_hash)) where api_key_hash is not null;
