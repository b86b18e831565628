-- Nothing listens: a network's cycle looks by itself.
drop trigger outgoing_payment_moved on outgoing_payments;
drop function announce_outgoing();
