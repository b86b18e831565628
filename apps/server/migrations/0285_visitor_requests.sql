-- Messages to support by people without a session, and the one answer sent to their email address.
create table visitor_request (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  email text not null,
  body text not null,
  -- Chosen by the sender: a message sent again with the same value is stored only once.
  reference uuid not null unique,
  answered_at timestamptz,
  answered_by text references staff_member (id),
  answer text not null default ''
);
create index visitor_request_open on visitor_request (id) where answered_at is null;

-- Emails that must not be lost may also go to people other than staff and clients.
alter table kept_letters rename column staff_email to email;
