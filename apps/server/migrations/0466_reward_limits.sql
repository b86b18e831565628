-- The fund reserves money only for points of verified clients, and not forever: `promised_points` are those for which it
-- has, `touched_ms` is when they were last claimed or converted.
alter table reward_clients
  add column promised_points bigint not null default 0,
  add column touched_ms bigint not null default 0;
update reward_clients c set promised_points = points,
  touched_ms = (select coalesce(max(at_ms), 0) from point_entries e where e.owner = c.owner);
alter table reward_clients add check (promised_points between 0 and points);
create index reward_clients_promised on reward_clients (touched_ms) where promised_points > 0;

-- Payments that could not be made go to the back of the line. A client is notified of commissions once all that were
-- chosen have been paid.
alter table reward_payments
  add column tried_ms bigint not null default 0,
  add column is_noticed boolean not null default true;
drop index reward_payments_due;
create index reward_payments_due on reward_payments (tried_ms, payment_id) where state = 'chosen';
create index reward_payments_unnoticed on reward_payments (owner) where not is_noticed;

-- Money also goes back, to the account that it came from; and what waits for fees can be cancelled.
alter table reward_fundings
  add column direction text not null default 'in' check (direction in ('in', 'out')),
  drop constraint reward_fundings_state_check,
  add constraint reward_fundings_state_check check (state in ('approved', 'done', 'cancelled'));

-- The friend's fees of the UTC day (since 1970) of the last one: shown and paid for once the day is over, so that an
-- inviter does not see single trades.
alter table referrals
  add column open_day integer not null default 0,
  add column open_units bigint not null default 0,
  add check (open_units between 0 and fee_units);
-- Fees are read for inviters as well, to find trades between the two.
insert into fee_folds (owner, position)
select distinct inviter, (select position from projector_position) from referrals on conflict do nothing;

-- Volume that counts for no task: of trades whose fees a credit paid back, and of trades with the own inviter or friends.
create table uncounted_volume (
  owner bigint not null references client (owner),
  day integer not null,
  units bigint not null check (units > 0),
  primary key (owner, day)
);
