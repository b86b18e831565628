-- How many withdrawals a client has requested in the last day, inside and outside, and how many are unfinished.
create index withdrawals_requested on withdrawals (owner, (receiver is not null), requested_at desc)
  where requested_at is not null;
create index withdrawals_unfinished_of_owner on withdrawals (owner)
  where state not in ('draft', 'completed', 'refused', 'cancelled');
-- Payments that were included and moved nothing: few, and only the newest matter.
create index outgoing_payments_failed on outgoing_payments (ended_at) where state = 'failed';
