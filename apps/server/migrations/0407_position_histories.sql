-- A client has few fundings and closed positions among many trades.
create index position_changes_fundings on position_changes (owner_id, position, line) where kind = 'funding';
create index position_changes_ends on position_changes (owner_id, position, line)
  where size_lots = 0 and kind in ('fill', 'settled');
