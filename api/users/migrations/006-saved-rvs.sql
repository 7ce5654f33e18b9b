-- A listing somebody keeps an eye on, and what it asked then (whole dollars; null without a price).
create table saved_rvs (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  listing_id text not null,
  price integer,
  saved_at timestamptz not null,
  unique (user_id, listing_id)
);
