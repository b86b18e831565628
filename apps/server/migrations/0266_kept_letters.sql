-- Emails stored in the transaction that they report, and sent after it: even if a process is killed at any moment, they
-- are sent, in the worst case twice. A row is deleted once its email was accepted.
create table kept_letters (
  letter_id bigint generated always as identity primary key,
  owner bigint not null references client (owner),
  subject text not null,
  text text not null,
  kept_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity'
);
