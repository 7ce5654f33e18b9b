-- A person with an account. The e-mail is compared in lower case; the id is what other tables hold.
create table users (
  id uuid primary key,
  email text not null,
  first_name text not null,
  last_name text not null default '',
  password_hash text not null,
  created_at timestamptz not null default now()
);

create unique index users_email on users (lower(email));
