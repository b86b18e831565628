-- A withdrawal to another client is a deposit for the one who receives it.
update transfer_lines set cause = 'deposit' where cause = 'withdrawal' and amount_units > 0;
