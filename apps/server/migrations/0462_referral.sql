-- The terms of the referral programme. A referral keeps the terms of the day on which the friend signed up.
create table referral_programmes (
  version integer primary key check (version > 0),
  -- Whole USDT of fee credit: when the friend is verified, and when the friend first buys or deposits more than
  -- bonus_above_usdt at once. Each for both.
  joined_usdt integer not null check (joined_usdt between 0 and 1000000),
  bonus_usdt integer not null check (bonus_usdt between 0 and 1000000),
  bonus_above_usdt integer not null check (bonus_above_usdt between 0 and 1000000000),
  -- The inviter's share of the friend's fees.
  commission_ppm integer not null check (commission_ppm between 0 and 500000),
  -- Whether new friends can join.
  is_open boolean not null,
  -- Null for the sandbox's own programme.
  approval_id bigint unique references approval (id),
  at timestamptz not null default now()
);
create function refuse_referral_terms_change() returns trigger language plpgsql as $$
begin
  raise exception 'terms never change: add another version';
end $$;
create trigger referral_programmes_never_change before update or delete on referral_programmes
  for each row execute function refuse_referral_terms_change();

create table referral_codes (
  owner bigint primary key references client (owner),
  -- Without letters and digits that look alike.
  code text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{6}$')
);
-- Every client has a code from the beginning, so that showing it writes nothing.
create function give_referral_code(client_owner bigint) returns void language plpgsql as $$
begin
  loop
    insert into referral_codes (owner, code)
    select client_owner, string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + floor(random() * 32)::integer, 1), '')
    from generate_series(1, 6)
    on conflict (code) do nothing;
    exit when found;
  end loop;
end $$;
create function client_gets_referral_code() returns trigger language plpgsql as $$
begin
  perform give_referral_code(new.owner);
  return new;
end $$;
create trigger client_has_referral_code after insert on client
  for each row execute function client_gets_referral_code();
select give_referral_code(owner) from client;

-- Who invited whom. A link is made only by the friend's sign-up, to an older client, so that there are no loops.
create table referrals (
  friend bigint primary key references client (owner),
  inviter bigint not null references client (owner),
  programme integer not null references referral_programmes (version),
  joined_ms bigint not null,
  -- When the friend was found to be verified, and to have bought or deposited enough at once.
  verified_ms bigint,
  bonus_ms bigint,
  -- When it was last looked whether the friend has bought or deposited enough.
  looked_ms bigint not null default 0,
  -- The friend's fees that count for the commission, in units of USDT, and the commission that has been paid or is being
  -- paid. The latter is always rounded down from the sum of all fees, so that no payment's rounding is lost.
  fee_units bigint not null default 0 check (fee_units >= 0),
  chosen_units bigint not null default 0 check (chosen_units between 0 and fee_units),
  -- The UTC day (since 1970) on which the last payment was chosen.
  chosen_day integer not null default 0,
  check (inviter < friend)
);
create index referrals_of on referrals (inviter, friend desc);
create index referrals_unverified on referrals (friend) where verified_ms is null;
create index referrals_without_bonus on referrals (looked_ms) where verified_ms is not null and bonus_ms is null;

-- Credits that pay fees back, from their log position on.
create table fee_credits (
  credit_id bigint generated always as identity primary key,
  owner bigint not null references client (owner),
  cause text not null check (cause in ('joined', 'bonus')),
  friend bigint not null references referrals (friend),
  units bigint not null check (units > 0),
  -- `waiting`: until the fund covers it.
  state text not null check (state in ('waiting', 'granted')),
  position bigint,
  created_ms bigint not null,
  unique (owner, cause, friend),
  check ((position is not null) = (state = 'granted'))
);
create index fee_credits_waiting on fee_credits (credit_id) where state = 'waiting';

-- How far each client's fees have been read: those of credits, and of friends. Its row is the lock of a client's credits.
create table fee_folds (
  owner bigint primary key references client (owner),
  position bigint not null,
  used_units bigint not null default 0 check (used_units >= 0)
);

alter table reward_payments drop constraint reward_payments_kind_check;
alter table reward_payments add constraint reward_payments_kind_check
  check (kind in ('points', 'fee_credit', 'commission'));
alter table reward_payments
  -- Of a commission: whose fees it is a share of. Of a fee credit: the last log position whose fees it pays back.
  add column from_friend bigint references referrals (friend),
  add column to_position bigint,
  add check ((from_friend is not null) = (kind = 'commission')),
  add check ((to_position is not null) = (kind = 'fee_credit'));
create unique index reward_payments_back on reward_payments (owner, to_position) where kind = 'fee_credit';
