-- A link that was mailed and may be followed once. Only the hash of its token is kept.
create table mailed_links (
  hash text primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null,
  expires_at timestamptz not null
);

-- A newer link of a person for the same purpose replaces the older.
create index mailed_links_of_user on mailed_links (user_id, purpose);
