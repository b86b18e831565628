-- Work of Earn that failed: it is set aside, so that it stops nothing behind it, and retried after retry_at. Each row is
-- an open alarm; it is deleted once the work succeeds.
create table earn_faults (
  kind text not null check (kind in ('posting', 'move', 'stake')),
  -- The number of the posting, the move or the stake.
  subject bigint not null,
  reason text not null,
  attempts integer not null default 1,
  since timestamptz not null default now(),
  retry_at timestamptz not null,
  primary key (kind, subject)
);

-- The lease under which a posting may have been submitted; null: it is certainly not in the log. The core forgets the
-- references of postings, so a posting with an epoch is looked up in money_records before it is submitted again.
alter table earn_batches add column epoch bigint;
update earn_batches set epoch = 0;
-- For postings that the histories do not contain yet.
create index earn_batches_position on earn_batches (position);

-- A term yields something, so that every movement of a stake has an entry in the log.
alter table earn_tiers add check (days = 0 or apr_ppm > 0) not valid;
alter table earn_moves add constraint earn_moves_something
  check (units > 0 or posted_units > 0 or promised_units > 0) not valid;
