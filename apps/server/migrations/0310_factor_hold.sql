-- Until when no factor can be added and no limit raised: the last factor to confirm it was removed with an emailed
-- code.
alter table client add column factors_held_until timestamptz;
