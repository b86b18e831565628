-- No factor is added and no limit raised until then: the last one to confirm it was removed with a mailed code instead.
alter table client add column factors_held_until timestamptz;
