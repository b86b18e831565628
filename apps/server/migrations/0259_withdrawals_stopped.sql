-- What blocks an approved withdrawal until it is signed, whatever applied when it was requested: a restriction of its
-- client, the hold after a security change, or an address that has been blocked since (on any network with the same
-- addresses).
create function is_stopped(withdrawal withdrawals) returns boolean language sql stable as $$
  select exists (select from restriction where restriction.owner = withdrawal.owner
      and restriction.kind in ('withdraw', 'freeze') and restriction.ended_at is null)
    or exists (select from client where client.owner = withdrawal.owner and client.withdrawals_held_until > now())
    or exists (select from blocked_addresses blocked where blocked.address = withdrawal.address
      and blocked.removed_at is null and (blocked.network = withdrawal.network
        or blocked.network in ('ERC20', 'BEP20') and withdrawal.network in ('ERC20', 'BEP20')))
$$;

create or replace view withdrawals_to_send as
  select withdrawals.* from withdrawals
  where state = 'approved' and receiver is null and not is_stopped(withdrawals);
