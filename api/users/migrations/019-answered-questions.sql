-- What was answered within the hour, by a hash of who asked what: asked again as it was, it uses up no other analysis,
-- since its answer may have been lost on the way. Older ones go with the next that anybody asks.
create table answered_questions (
  user_id uuid not null references users on delete cascade,
  question bytea not null,
  answered_at timestamptz not null,
  primary key (user_id, question)
);

create index answered_questions_by_age on answered_questions (answered_at);
