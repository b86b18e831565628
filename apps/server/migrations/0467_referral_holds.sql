-- Signals that a friend and an inviter may be one person, found by comparing what the exchange has recorded of both.
create table referral_signals (
  friend bigint not null references referrals (friend),
  signal text not null,
  weight integer not null check (weight > 0),
  found_ms bigint not null,
  primary key (friend, signal)
);
alter table referrals add column signals_ms bigint not null default 0;
create index referrals_unlooked on referrals (signals_ms);

-- What a referral would be paid is held if its signals weigh enough: once in its life. Without an objection it is denied
-- at the end; with one, a person decides.
create table referral_holds (
  hold_id bigint generated always as identity primary key,
  friend bigint not null unique references referrals (friend),
  -- The heaviest signal, shown to both.
  reason text not null,
  weight integer not null,
  held_ms bigint not null,
  -- Until then, both may object.
  ends_ms bigint not null,
  state text not null default 'held' check (state in ('held', 'released', 'denied')),
  decided_ms bigint,
  -- The operator's email; empty if nobody objected.
  decided_by text not null default '',
  answer text not null default '',
  check ((decided_ms is not null) = (state <> 'held'))
);
create index referral_holds_ending on referral_holds (ends_ms) where state = 'held';

create table referral_objections (
  objection_id bigint generated always as identity primary key,
  hold_id bigint not null references referral_holds (hold_id),
  owner bigint not null references client (owner),
  text text not null,
  made_ms bigint not null,
  unique (hold_id, owner)
);

-- What a denied credit no longer pays back: its unused part.
alter table fee_credits
  add column revoked_units bigint not null default 0,
  add check (revoked_units between 0 and units);
create index fee_credits_of_friend on fee_credits (friend);
-- To see how many clients an address has sent to.
create index chain_deposits_from on chain_deposits (network, from_address) where from_address is not null;
