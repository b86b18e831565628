-- The changes that a trade makes to a client's accounts are in the client's fill, so that a side of a trade is one row
-- instead of four. `ledger_lines` still contains every change, as a view: those of transfers from transfer_lines, those
-- of trades from fills.

alter table ledger_lines rename to transfer_lines;
alter index ledger_lines_pkey rename to transfer_lines_pkey;

-- The balances of the client's spot accounts after the fill and its fee. Null in older rows, whose lines are in
-- transfer_lines.
alter table fills add column base_after_units bigint, add column quote_after_units bigint;

-- A fill's lines are numbered from its own line on. A market's lot never changes (core, M1).
create function lines_of_fill(f fills) returns setof transfer_lines language sql stable as $$
  select f.owner_id, f.position, l.line, 'spot', l.asset_id, l.cause, l.amount, l.balance_after, f.order_id, f.time_ms
  from markets m
  cross join lateral (select case f.side when 'buy' then 1 else -1 end) gained (sign)
  cross join lateral (values
    (f.line, m.base_asset_id, 'trade', gained.sign * f.size_lots * m.lot_units, f.base_after_units),
    (f.line + 1, m.quote_asset_id, 'trade', -gained.sign * f.notional_units, f.quote_after_units + f.fee_units),
    (f.line + 2, m.quote_asset_id, 'fee', -f.fee_units, f.quote_after_units)
  ) l (line, asset_id, cause, amount, balance_after)
  where m.market_id = f.market_id and l.amount <> 0 and l.balance_after is not null
$$;

create view ledger_lines as
  select * from transfer_lines
  union all
  select l.* from fills f cross join lateral lines_of_fill(f) l;
