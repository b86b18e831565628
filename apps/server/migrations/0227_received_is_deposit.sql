-- A withdrawal to another client is a deposit for its receiver.
update transfer_lines set cause = 'deposit' where cause = 'withdrawal' and amount_units > 0;
