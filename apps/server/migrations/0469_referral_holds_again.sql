-- A referral that was released is held again if heavier signals are found: each time with a row of its own, so that
-- objections and decisions stay with what they were about. At most one is not released.
alter table referral_holds drop constraint referral_holds_friend_key;
create unique index referral_holds_unreleased on referral_holds (friend) where state <> 'released';
create index referral_holds_of on referral_holds (friend, hold_id desc);

-- Signals are looked for only where something can be paid.
drop index referrals_unlooked;
create index referrals_unlooked on referrals (signals_ms) where verified_ms is not null or fee_units > 0;
