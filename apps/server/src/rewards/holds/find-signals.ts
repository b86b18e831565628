import type { ReferralSignal } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';

/**
 * Maximum number of other clients with deposits from an address for it to be a signal. Above this, the address belongs
 * to an exchange or a service. Only verified clients outside the inviter's circle are counted, so that dust sent to
 * one's own accounts cannot hide a shared sender.
 */
const MOST_OTHERS = 3;
/** How many of each client's newest security events are compared, and how many of the friend's first ones. */
const MOST_EVENTS = 500;
const FIRST_EVENTS = 20;

/**
 * The signals that an inviter and a friend may be the same person, from the exchange's records of both: identity
 * documents (by keyed hash), devices (by hash), addresses, and the origins of security events. An address is compared
 * only if money was sent to it, because saving an address must not reveal whether it is the other client's. Devices are
 * known by cookie, or by IP address and User-Agent; only the same cookie is the same device.
 */
export async function findSignals(
  database: Pick<Pool, 'query'>,
  inviter: OwnerId,
  friend: OwnerId,
): Promise<ReferralSignal[]> {
  const { rows } = await database.query<Record<ReferralSignal, boolean>>(
    `with networks as (
       select sha256(convert_to(ip || E'\\n' || user_agent, 'UTF8')) as mark from security_event where owner in ($1, $2)
       union all
       select sha256(convert_to(coalesce(ip_address, '') || E'\\n' || coalesce(user_agent, ''), 'UTF8'))
         from session join client using (person_id) where owner in ($1, $2)),
     theirs as (select ip, at from security_event where owner = $1 and ip <> '' order by id desc limit ${MOST_EVENTS}),
     own as (select ip, at from security_event where owner = $2 and ip <> '' order by id desc limit ${MOST_EVENTS}),
     first as (select ip, at from security_event where owner = $2 and ip <> '' order by id limit ${FIRST_EVENTS}),
     shared_senders as (
       select distinct network, from_address from chain_deposits where owner_id = $1 and from_address is not null
       intersect select network, from_address from chain_deposits where owner_id = $2)
     select
       exists (select from kyc_case a join kyc_case b on a.id_mark = b.id_mark where a.owner = $1 and b.owner = $2)
         or exists (select from kyc_photo a join kyc_photo b on a.picture_mark = b.picture_mark
           where a.owner = $1 and b.owner = $2) as same_document,
       exists (select from known_device a join known_device b using (device_hash)
         where a.owner = $1 and b.owner = $2
           and not exists (select from networks where networks.mark = device_hash)) as same_device,
       exists (select from withdrawals a join withdrawals b using (network, address)
         where a.owner = $1 and a.state = 'completed' and a.receiver is null
           and b.owner = $2 and b.state = 'completed' and b.receiver is null) as same_address,
       exists (select from shared_senders s where (select count(*) from (
           select distinct owner_id from chain_deposits c join client on client.owner = c.owner_id
           where c.network = s.network and c.from_address = s.from_address and c.owner_id not in ($1, $2)
             and client.verified_at is not null and not exists (select from referrals r
               where (r.inviter in ($1, $2) and r.friend = c.owner_id) or (r.friend = $1 and r.inviter = c.owner_id))
           limit ${MOST_OTHERS + 1}) others)
         <= ${MOST_OTHERS}) as same_sender,
       exists (select from theirs join own using (ip)
         where abs(extract(epoch from theirs.at - own.at)) <= 86400) as same_network,
       exists (select from client f join first on first.at between f.created_at - interval '1 hour'
           and f.created_at + interval '1 hour'
         join security_event a on a.owner = $1 and a.ip = first.ip
           and a.at between f.created_at - interval '1 hour' and f.created_at
         where f.owner = $2) as quick_sign_up`,
    [inviter, friend],
  );
  const [found] = rows;
  return found === undefined ? [] : (Object.keys(found) as ReferralSignal[]).filter((signal) => found[signal]);
}
