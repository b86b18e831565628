import { createHash } from 'node:crypto';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import type { Device } from '../../kit/device.ts';

/** A device as it signs in: browsers keep an id in a cookie, programs are known by address and name. */
export interface SigningDevice extends Device {
  readonly deviceId?: string | undefined;
}

/** The name given to a browser; any other cookie value is ignored. */
const DEVICE_ID = /^[\w-]{22}$/;

const isBrowserName = (deviceId: string | undefined): deviceId is string =>
  deviceId !== undefined && DEVICE_ID.test(deviceId);

const hash = (mark: string): Buffer => createHash('sha256').update(mark).digest();

/** A hash for a browser where its name need not be stored; a cookie may be of any length. */
export const browserMark = (deviceId: string): string => hash(deviceId).toString('base64url');

/** Whether the client has signed in with this very browser before: it has a cookie that nobody else can guess. */
export async function isKnownBrowser(pool: Pool, owner: OwnerId, { deviceId }: SigningDevice): Promise<boolean> {
  if (!isBrowserName(deviceId)) return false;
  const { rowCount } = await pool.query('select from known_device where owner = $1 and device_hash = $2', [
    owner,
    hash(deviceId),
  ]);
  return rowCount === 1;
}

/** Whether nothing of this device, which signs in, is new to the client. What is not new has come back. */
export async function isRemembered(database: Pick<Pool, 'query'>, owner: OwnerId, device: SigningDevice) {
  const marks = marksOf(device);
  const { rowCount } = await database.query(
    `with returned as (
       update known_device set came_back = true where owner = $1 and device_hash = any($2::bytea[]) and not came_back)
     select from known_device where owner = $1 and device_hash = any($2::bytea[])`,
    [owner, marks],
  );
  return rowCount === marks.length;
}

/**
 * Per client. Where there are more, the oldest of those that never came back make room (an address of one day, a private
 * window), then the newest of the others: repeated sign-ins cannot push out the devices that the owner uses.
 */
const MOST_KNOWN = 500;
const FIRST_TO_GO =
  'came_back, case when came_back then -extract(epoch from first_seen_at) else extract(epoch from first_seen_at) end';

/**
 * Remembers the device, while `transaction` has the client's factors locked. Returns whether it is one more than the
 * client signed in with before; the first is no news, and neither is a browser without its cookie at an address where it
 * was seen.
 */
export async function isNewDevice(
  database: Pick<Pool, 'query'>,
  owner: OwnerId,
  device: SigningDevice,
): Promise<boolean> {
  const marks = marksOf(device);
  const { rows } = await database.query<{ known: number; matching: number }>(
    `select count(*)::int as known, (count(*) filter (where device_hash = any($2::bytea[])))::int as matching
     from known_device where owner = $1`,
    [owner, marks],
  );
  const { known = 0, matching = 0 } = rows[0] ?? {};
  if (matching === marks.length) return false;
  const tooMany = known + marks.length - matching - MOST_KNOWN;
  if (tooMany > 0) {
    await database.query(
      `delete from known_device where owner = $1 and device_hash in (
         select device_hash from known_device where owner = $1 and device_hash <> all($2::bytea[])
         order by ${FIRST_TO_GO}, device_hash limit $3)`,
      [owner, marks, tooMany],
    );
  }
  await database.query(
    'insert into known_device (owner, device_hash) select $1, unnest($2::bytea[]) on conflict do nothing',
    [owner, marks],
  );
  return known > 0 && matching === 0;
}

/**
 * Forgets all devices but the present one, or of them those first seen within `days`: the next sign-in with any of them
 * counts as new, and none has attempts of its own. The present address and name are kept, so that this sign-in is not
 * taken for the first one ever.
 */
export async function forgetOtherDevices(
  database: Pick<Pool, 'query'>,
  owner: OwnerId,
  present: SigningDevice,
  days?: number,
): Promise<void> {
  const marks = marksOf(present);
  await database.query(
    `with present as (insert into known_device (owner, device_hash) values ($1, $3) on conflict do nothing)
     delete from known_device where owner = $1 and device_hash <> all($2::bytea[])
       and ($4::int is null or first_seen_at > now() - make_interval(days => $4::int))`,
    [owner, marks, marks[0], days ?? null],
  );
}

/**
 * As `forgetOtherDevices`, asked for by a session alone, without a password: the first device and those known for longer
 * than `days` stay, so that a stolen session cannot make the owner's devices unknown.
 */
export async function forgetRecentDevices(
  database: Pick<Pool, 'query'>,
  owner: OwnerId,
  present: SigningDevice,
  days: number,
): Promise<void> {
  await database.query(
    `delete from known_device where owner = $1 and device_hash <> all($2::bytea[])
       and first_seen_at > now() - make_interval(days => $3)
       and first_seen_at > (select min(first_seen_at) from known_device where owner = $1)`,
    [owner, marksOf(present), days],
  );
}

const marksOf = ({ ip, userAgent, deviceId }: SigningDevice): Buffer[] =>
  [`${ip}\n${userAgent}`, ...(isBrowserName(deviceId) ? [deviceId] : [])].map(hash);
