-- The histories, partitioned by position, so that an old month can be detached while the exchange is running
-- (docs/operating/histories.md). The projector begins a partition where the last one ends.

create table history_partition (
  -- The number in the names of its tables: ended_orders_1, fills_1, transfer_lines_1.
  number integer primary key,
  from_position bigint not null,
  -- The first position that is not in it.
  to_position bigint not null,
  -- By the exchange's clock.
  begun_ms bigint not null
);

drop view ledger_lines;
drop function lines_of_fill(fills);

do $$
declare
  ends bigint;
  -- The definition of the view, recreated below on the new tables.
  orders_view text := pg_get_viewdef('orders');
begin
  select position + 10000000 into ends from projector_position;
  insert into history_partition select 1, 0, ends, time_ms from projector_position;

  alter table ended_orders rename to ended_orders_1;
  alter table ended_orders_1 rename constraint ended_orders_pkey to ended_orders_1_pkey;
  create table ended_orders (like ended_orders_1, primary key (owner_id, order_id, position)) partition by range (position);
  execute format('alter table ended_orders attach partition ended_orders_1 for values from (0) to (%s)', ends);
  execute 'create or replace view orders as ' || orders_view;

  alter table fills rename to fills_1;
  alter table fills_1 rename constraint fills_pkey to fills_1_pkey;
  create table fills (like fills_1, primary key (owner_id, position, line)) partition by range (position);
  execute format('alter table fills attach partition fills_1 for values from (0) to (%s)', ends);

  alter table transfer_lines rename to transfer_lines_1;
  alter table transfer_lines_1 rename constraint transfer_lines_pkey to transfer_lines_1_pkey;
  create table transfer_lines (like transfer_lines_1, primary key (owner_id, position, line)) partition by range (position);
  execute format('alter table transfer_lines attach partition transfer_lines_1 for values from (0) to (%s)', ends);
end $$;

-- As in 0003_lines_of_trades.sql, on the new tables.
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

-- Creates the next partition and returns where it will end: after about as many positions as thirty days take at the
-- rate of the last hours. Called by the projector, whose role may not create tables. Attaching blocks neither readers
-- nor writers. The caller's temporary schema comes last in the search path, so that no temporary table is mistaken for
-- one of these.
do $$
begin
  execute format($create$
    create function begin_history_partition(at_ms bigint) returns bigint
    language plpgsql security definer set search_path = %I, pg_temp as $body$
    declare
      last history_partition;
      fresh history_partition;
      parent text;
    begin
      select * into strict last from history_partition order by number desc limit 1;
      fresh.number := last.number + 1;
      fresh.from_position := last.to_position;
      select last.to_position + greatest(1000000, coalesce(
        (max(position) - min(position)) * 2592000000.0 / nullif(max(time_ms) - min(time_ms), 0), 0))::bigint
      into fresh.to_position from projector_checkpoints;
      fresh.begun_ms := at_ms;
      insert into history_partition values (fresh.*);
      foreach parent in array array['ended_orders', 'fills', 'transfer_lines'] loop
        execute format('create table %%I (like %%I)', parent || '_' || fresh.number, parent);
        execute format('alter table %%I attach partition %%I for values from (%%s) to (%%s)',
          parent, parent || '_' || fresh.number, fresh.from_position, fresh.to_position);
      end loop;
      return fresh.to_position;
    end $body$;
    revoke all on function begin_history_partition(bigint) from public;
  $create$, current_schema());
end $$;
