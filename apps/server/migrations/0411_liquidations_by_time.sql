-- For the risk page of the console: the liquidations of the last 24 hours, and how each of them ended.

create index liquidations_by_time on liquidations (time_ms);
create index settlements_by_time on settlements (time_ms);
create index settlements_of_market on settlements (market_id, position, line);
create index settlements_by_deleveraging on settlements (time_ms) where means = 'deleveraging';
