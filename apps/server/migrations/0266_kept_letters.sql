-- Mails that are kept in the transaction which decides what they tell, and go out after it: whatever is killed when, they are
-- sent, in the worst case twice. A row is forgotten once its mail was taken.
create table kept_letters (
  letter_id bigint generated always as identity primary key,
  owner bigint not null references client (owner),
  subject text not null,
  text text not null,
  kept_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity'
);
