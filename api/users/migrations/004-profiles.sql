alter table users add column phone text not null default '';
alter table users add column location text not null default '';
-- Set by a link that was mailed to the address.
alter table users add column email_verified_at timestamptz;

-- What the person chose; a row is written with the first change.
create table settings (
  user_id uuid primary key references users on delete cascade,
  -- Whether a mail goes out when a saved RV's price changes.
  price_alerts boolean not null,
  -- Whether contributions count in aggregates.
  share_contributions boolean not null
);
