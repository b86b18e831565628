-- When the bonus of a referral was taken back, because the friend's purchase was.
alter table referrals add column bonus_revoked_ms bigint;
