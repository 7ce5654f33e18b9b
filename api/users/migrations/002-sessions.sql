-- One signed-in device. The cookie names the id; a row that is gone ends the session, whatever the cookie says.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- As the browser calls itself; shown to its owner only.
  device text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);

-- A person's devices, listed and revoked together.
create index sessions_of_user on sessions (user_id);

-- What rate-limiter-flexible counts by: the columns and their order are the library's.
create table attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
