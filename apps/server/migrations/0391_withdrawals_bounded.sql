-- Index for counting a client's withdrawals of the last day, external and internal, and the unfinished ones.
create index withdrawals_requested on withdrawals (owner, (receiver is not null), requested_at desc)
  where requested_at is not null;
create index withdrawals_unfinished_of_owner on withdrawals (owner)
  where state not in ('draft', 'completed', 'refused', 'cancelled');
-- Payments that were included but moved nothing: there are few, and only the newest matter.
create index outgoing_payments_failed on outgoing_payments (ended_at) where state = 'failed';
