-- The projector updates clients' books together with their traded volume, so one position applies to both. Until now,
-- volume had its own position.
delete from trading_volume v where not exists (select from books b where b.owner_id = v.owner_id);
insert into trading_volume (owner_id, day, quote_units)
select f.owner_id, f.time_ms / 86400000, sum(f.notional_units)
from fills f join books b on b.owner_id = f.owner_id and (f.position, f.line) <= (b.position, b.line),
  trading_volume_position p
where f.position > p.position
group by 1, 2
on conflict (owner_id, day) do update set quote_units = trading_volume.quote_units + excluded.quote_units;
update trading_volume v set quote_units = v.quote_units - ahead.units
from (
  select f.owner_id, f.time_ms / 86400000 as day, sum(f.notional_units) as units
  from fills f join books b on b.owner_id = f.owner_id and (f.position, f.line) > (b.position, b.line),
    trading_volume_position p
  where f.position <= p.position
  group by 1, 2
) ahead
where v.owner_id = ahead.owner_id and v.day = ahead.day;
drop table trading_volume_position;
drop table book_position;
-- Fills are no longer searched by position.
drop index if exists fills_position;
drop index if exists transfer_lines_position;
