-- Until this time, no factor can be added and no limit raised: the client's last factor, which would have confirmed
-- such a change, was removed with an emailed code.
alter table client add column factors_held_until timestamptz;
