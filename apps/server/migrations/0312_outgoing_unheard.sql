-- No process listens for these notifications: each network's loop polls.
drop trigger outgoing_payment_moved on outgoing_payments;
drop function announce_outgoing();
