-- What an executed closing of a position did; null for other requests.
alter table approval add column outcome jsonb;

-- Requests to close a position now contain the largest distance from the mark price instead of a fixed price and size. A
-- pending one with a price, which its requester chose at the mark price of that time, is not executed any more.
update approval set state = 'failed', decided_at = now(), failure = 'request_outdated'
where kind = 'close_position' and state = 'waiting' and not parameters ? 'distancePpm';
