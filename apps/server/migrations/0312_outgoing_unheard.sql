-- No process listens for this: a network's cycle polls.
drop trigger outgoing_payment_moved on outgoing_payments;
drop function announce_outgoing();
