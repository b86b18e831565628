-- The take-profit and the stop-loss attached to an order, which protect what the order buys or opens.

alter table resting_orders add column take_profit_ticks bigint, add column stop_loss_ticks bigint;
alter table ended_orders add column take_profit_ticks bigint, add column stop_loss_ticks bigint;

create or replace view open_orders as
  select order_id, owner_id, market_id,
    (array['buy', 'sell'])[1 + (traits & 1)] as side,
    (array['limit', 'market'])[1 + (traits >> 1 & 1)] as type,
    (array['gtc', 'ioc', 'fok'])[1 + (traits >> 2 & 3)] as time_in_force,
    traits >> 4 & 1 = 1 as post_only,
    coalesce(client_order_id, 0) as client_order_id,
    coalesce(price_ticks, 0) as price_ticks,
    coalesce(size_lots, 0) as size_lots,
    coalesce(budget_units, 0) as budget_units,
    (array['none', 'stop', 'take_profit'])[1 + (traits >> 5 & 3)] as trigger,
    coalesce(trigger_ticks, 0) as trigger_ticks,
    traits >> 7 & 1 = 1 as triggered,
    coalesce(oco_order_id, 0) as oco_order_id,
    coalesce(filled_lots, 0) as filled_lots,
    coalesce(filled_units, 0) as filled_units,
    coalesce(fee_units, 0) as fee_units,
    null::text as ended_because,
    null::text as refusal,
    created_ms,
    coalesce(updated_ms, created_ms) as updated_ms,
    coalesce(created_position, position) as created_position,
    position,
    0::bigint as released_units,
    traits >> 16 & 1 = 1 as reduce_only,
    coalesce(take_profit_ticks, 0) as take_profit_ticks,
    coalesce(stop_loss_ticks, 0) as stop_loss_ticks
  from resting_orders;

create or replace view orders as
  select order_id, owner_id, market_id,
    (array['buy', 'sell'])[1 + (traits & 1)] as side,
    (array['limit', 'market'])[1 + (traits >> 1 & 1)] as type,
    (array['gtc', 'ioc', 'fok'])[1 + (traits >> 2 & 3)] as time_in_force,
    traits >> 4 & 1 = 1 as post_only,
    coalesce(client_order_id, 0) as client_order_id,
    coalesce(price_ticks, 0) as price_ticks,
    coalesce(size_lots, 0) as size_lots,
    coalesce(budget_units, 0) as budget_units,
    (array['none', 'stop', 'take_profit'])[1 + (traits >> 5 & 3)] as trigger,
    coalesce(trigger_ticks, 0) as trigger_ticks,
    traits >> 7 & 1 = 1 as triggered,
    coalesce(oco_order_id, 0) as oco_order_id,
    coalesce(filled_lots, 0) as filled_lots,
    coalesce(filled_units, 0) as filled_units,
    coalesce(fee_units, 0) as fee_units,
    (array['filled', 'cancelled', 'unfilled', 'self_trade', 'oco', 'frozen', 'trigger_refused', 'beyond_protection',
      'position_closed', 'would_liquidate', 'beyond_bankruptcy', 'liquidated', 'open_interest_limit'])[traits >> 8 & 255]
      as ended_because,
    refusal,
    created_ms,
    coalesce(updated_ms, created_ms) as updated_ms,
    coalesce(created_position, position) as created_position,
    position,
    coalesce(released_units, 0) as released_units,
    traits >> 16 & 1 = 1 as reduce_only,
    coalesce(take_profit_ticks, 0) as take_profit_ticks,
    coalesce(stop_loss_ticks, 0) as stop_loss_ticks
  from ended_orders
  union all
  select * from open_orders;
