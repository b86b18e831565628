import { createHash } from 'node:crypto';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import type { Device } from '../../kit/device.ts';

/** A device that signs in. Browsers are recognized by an id in a cookie, programs by IP address and User-Agent. */
export interface SigningDevice extends Device {
  readonly deviceId?: string | undefined;
}

/** The form of ids given to browsers; any other cookie value is ignored. */
const DEVICE_ID = /^[\w-]{22}$/;

const isBrowserName = (deviceId: string | undefined): deviceId is string =>
  deviceId !== undefined && DEVICE_ID.test(deviceId);

const hash = (mark: string): Buffer => createHash('sha256').update(mark).digest();

/** A hash of a browser's id. The id itself is not stored, and a hash has the same length for every cookie. */
export const browserMark = (deviceId: string): string => hash(deviceId).toString('base64url');

/** Whether the client has signed in with this browser before. The id in its cookie cannot be guessed. */
export async function isKnownBrowser(pool: Pool, owner: OwnerId, { deviceId }: SigningDevice): Promise<boolean> {
  if (!isBrowserName(deviceId)) return false;
  const { rowCount } = await pool.query('select from known_device where owner = $1 and device_hash = $2', [
    owner,
    hash(deviceId),
  ]);
  return rowCount === 1;
}

/**
 * Whether the device is fully known: the combination of its IP address and User-Agent is known and, if it has a browser
 * id, that id is known too. Also sets `came_back` for whichever of the two is known.
 */
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
 * Maximum number of known devices per client. Beyond it, devices that never returned (a temporary address, a private
 * window) are deleted first, oldest first; then devices that returned, newest first. Repeated sign-ins can therefore
 * not displace the devices that the owner uses.
 */
const MOST_KNOWN = 500;
const FIRST_TO_GO =
  'came_back, case when came_back then -extract(epoch from first_seen_at) else extract(epoch from first_seen_at) end';

/**
 * Remembers the device, in a transaction that has locked the client's factors. Returns true only if the device is new
 * and the client already had known devices. A browser that has lost its cookie is not new if its address and User-Agent
 * are known.
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
 * Forgets all devices except the current one. If `days` is given, forgets only those that were first seen within that
 * many days. A forgotten device is treated as new at its next sign-in, and no longer has its own limit of sign-in
 * attempts. The current address and User-Agent are stored, so that the next sign-in is not mistaken for the client's
 * first.
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
 * Like `forgetOtherDevices`, for a request that needs a session but no password. The client's first device, and devices
 * known for longer than `days`, stay known, so that a stolen session cannot make the owner's devices unknown.
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
