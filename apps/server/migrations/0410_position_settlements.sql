-- A client has few changes outside the book (liquidated, deleveraged or delisted positions) among many trades.
create index position_changes_settled on position_changes (owner_id, position, line) where kind = 'settled';
