-- What people without a session write to support, and the one answer that goes to their e-mail address.
create table visitor_request (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  email text not null,
  body text not null,
  -- Chosen by the sender: the same message sent again is the same message.
  reference uuid not null unique,
  answered_at timestamptz,
  answered_by text references staff_member (id),
  answer text not null default ''
);
create index visitor_request_open on visitor_request (id) where answered_at is null;

-- Not only staff and clients have letters that must not be lost.
alter table kept_letters rename column staff_email to email;
