-- When a product was ended: it takes no new money and renews nothing, and its flexible stakes are paid out.
alter table earn_products add column ended_ms bigint;

-- The exchange pays a flexible stake out, because its product was ended or its coin was delisted.
alter table earn_moves drop constraint earn_moves_kind_check;
alter table earn_moves add constraint earn_moves_kind_check
  check (kind in ('subscribe', 'redeem', 'unlock', 'rest', 'payout', 'renew', 'close'));
alter table earn_stakes drop constraint earn_stakes_end_cause_check;
alter table earn_stakes add constraint earn_stakes_end_cause_check
  check (end_cause in ('redeemed', 'paid_out', 'renewed', 'unlocked', 'closed'));
create index earn_stakes_flexible on earn_stakes (product_id, stake_id) where state = 'running' and kind = 'flexible';

-- Whether the client was reminded that the term ends.
alter table earn_stakes add column is_reminded boolean not null default false;
create index earn_stakes_unreminded on earn_stakes (end_cut, stake_id)
  where state = 'running' and end_cut is not null and not is_reminded;
