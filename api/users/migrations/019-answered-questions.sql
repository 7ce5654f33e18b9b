-- Analyses answered within the hour, by what was asked: asked again as it was, one uses up no other, since its
-- answer may have been lost on the way.
create table answered_questions (
  user_id uuid not null references users on delete cascade,
  question bytea not null,
  answered_at timestamptz not null,
  primary key (user_id, question)
);
