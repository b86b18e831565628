-- What the close-only phase of a planned delisting changes, as it was before: the price band, and the minimum term. Recorded
-- before the first change, so that a cancellation can set both back; null until the phase begins. A delisting that
-- replaces the plan keeps them, in case it is withdrawn.
alter table planned_delisting
  add column band_before_ppm integer,
  add column term_before_days integer;
alter table delisting
  add column band_before_ppm integer,
  add column term_before_days integer;
