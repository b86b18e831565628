import {
  type Core,
  FIRST_CLIENT_OWNER,
  type MarketId,
  type OrderId,
  type OrderView,
  type OwnerId,
  type PositionSide,
  systemOwners,
} from '@vitrine/core';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import { type OrderRecord, orderRecord } from '../tables/orders.ts';
import { positionChange } from '../tables/position-changes.ts';
import type { PositionChangesTable } from '../tables/tables.ts';

const OWNERS_AT_ONCE = 1_000;

interface BalanceRow {
  readonly owner_id: string;
  readonly wallet: string;
  readonly asset_id: number;
  readonly units: string;
}

/**
 * Describes, in a sentence, the first balance, open order or position in the tables that differs from the core;
 * undefined if there is no difference. The tables must be at the core's position.
 */
export async function compareTables(client: ClientBase, core: Core): Promise<string | undefined> {
  const owners = await ownersIn(client);
  for (let from = 0; from < owners.length; from += OWNERS_AT_ONCE) {
    const some = owners.slice(from, from + OWNERS_AT_ONCE);
    const difference =
      (await compareBalances(client, core, some)) ??
      (await compareOrders(client, core, some)) ??
      (await comparePositions(client, core, some));
    if (difference !== undefined) return difference;
  }
  return compareSums(client, core);
}

async function ownersIn(client: ClientBase): Promise<OwnerId[]> {
  const { rows } = await client.query<{ owner: string }>(
    `select owner_id as owner from account_balances union select owner_id from open_orders
     union select owner from client order by owner`,
  );
  return [...new Set([...Object.values(systemOwners), ...rows.map(({ owner }) => Number(owner))])];
}

async function compareBalances(
  client: ClientBase,
  core: Core,
  owners: readonly OwnerId[],
): Promise<string | undefined> {
  const { rows } = await client.query<BalanceRow>(
    'select owner_id, wallet, asset_id, units from account_balances where owner_id = any($1)',
    [owners],
  );
  const units = new Map(rows.map((row) => [`${row.owner_id} ${row.wallet} ${row.asset_id}`, Number(row.units)]));
  for (const owner of owners) {
    for (const { wallet, asset, availableUnits, heldUnits } of core.balances(owner)) {
      const key = `${owner} ${wallet} ${asset}`;
      const inTable = units.get(key) ?? 0;
      units.delete(key);
      const inCore = availableUnits + heldUnits;
      if (inTable !== inCore) return balanceDiffers(key, inTable, inCore);
    }
  }
  for (const [key, inTable] of units) if (inTable !== 0) return balanceDiffers(key, inTable, 0);
  return undefined;
}

function balanceDiffers(key: string, inTable: number, inCore: number): string {
  const [owner, wallet, asset] = key.split(' ');
  return `The account_balances table has ${inTable} units for owner ${owner}, wallet ${wallet}, asset ${asset}; according to the log, the balance is ${inCore}.`;
}

async function compareOrders(client: ClientBase, core: Core, owners: readonly OwnerId[]): Promise<string | undefined> {
  const { rows } = await client.query('select * from open_orders where owner_id = any($1)', [owners]);
  const young = await youngOrder(client);
  const records = new Map(rows.map((row) => [Number(row.order_id), orderRecord(row)]));
  for (const owner of owners) {
    // The tables hold only clients' orders.
    if (owner < FIRST_CLIENT_OWNER) continue;
    for (const view of core.allOpenOrders(owner)) {
      const record = records.get(view.order);
      records.delete(view.order);
      if (record === undefined && view.order >= young) continue;
      if (record === undefined)
        return `The open_orders table lacks order ${view.order} of owner ${owner}, which is open according to the log.`;
      const field = differingField(record, view);
      if (field !== undefined)
        return `The open_orders table has a different ${field} for order ${view.order} than the log.`;
    }
  }
  const [extra] = records.keys();
  return extra === undefined
    ? undefined
    : `The open_orders table contains order ${extra}, which is not open according to the log.`;
}

async function comparePositions(
  client: ClientBase,
  core: Core,
  owners: readonly OwnerId[],
): Promise<string | undefined> {
  const { rows } = await client.query<Selectable<PositionChangesTable>>(
    `select distinct on (owner_id, market_id, side) * from position_changes where owner_id = any($1)
     order by owner_id, market_id, side, position desc, line desc`,
    [owners],
  );
  const keyOf = (owner: OwnerId, market: MarketId, side: PositionSide) =>
    `the ${side} position of owner ${owner} in market ${market}`;
  const open = rows.map(positionChange).filter(({ sizeLots }) => sizeLots > 0);
  const records = new Map(open.map((record) => [keyOf(record.owner, record.market, record.side), record]));
  for (const owner of owners) {
    // The tables hold only clients' positions.
    if (owner < FIRST_CLIENT_OWNER) continue;
    for (const { market, position, sizeLots, costUnits, marginUnits } of core.positions(owner)) {
      const key = keyOf(owner, market, position);
      const record = records.get(key);
      records.delete(key);
      const isSame =
        record?.sizeLots === sizeLots && record.costUnits === costUnits && record.marginUnits === marginUnits;
      if (!isSame) return `The position_changes table has different figures for ${key} than the log.`;
    }
  }
  const [extra] = records.keys();
  return extra === undefined
    ? undefined
    : `The position_changes table has ${extra}, which is closed according to the log.`;
}

/**
 * The lowest id of the orders that may be missing from the tables, because open orders are written only when they are a
 * second old.
 */
async function youngOrder(client: ClientBase): Promise<OrderId> {
  const { rows } = await client.query<{ order: string | null }>(
    'select young_order as "order" from projector_position',
  );
  return Number(rows[0]?.order ?? Number.POSITIVE_INFINITY);
}

function differingField(record: OrderRecord, view: OrderView): string | undefined {
  const pairs: Readonly<Record<string, readonly [unknown, unknown]>> = {
    owner_id: [record.owner, view.owner],
    market_id: [record.market, view.market],
    side: [record.side, view.side],
    type: [record.type, view.type],
    time_in_force: [record.timeInForce, view.timeInForce],
    post_only: [record.postOnly, view.postOnly],
    reduce_only: [record.reduceOnly, view.reduceOnly ?? false],
    client_order_id: [record.clientOrderId, view.clientOrderId],
    price_ticks: [view.type === 'market' ? 0 : record.priceTicks, view.priceTicks],
    'size_lots or filled_lots': [record.sizeLots - record.filledLots, view.openLots],
    take_profit_ticks: [record.takeProfitTicks, view.takeProfitTicks],
    stop_loss_ticks: [record.stopLossTicks, view.stopLossTicks],
    trigger: [record.trigger, view.trigger],
    trigger_ticks: [record.triggerTicks, view.triggerTicks],
    triggered: [record.trigger !== 'none' && !record.triggered, view.place === 'waiting'],
  };
  return Object.entries(pairs).find(([, [inTable, inCore]]) => inTable !== inCore)?.[0];
}

/**
 * Compares the sum of all clients' balances, to detect clients that are missing from the tables. Sums suffice, because
 * a client's balance is never negative.
 */
async function compareSums(client: ClientBase, core: Core): Promise<string | undefined> {
  const { rows } = await client.query<{ asset_id: number; units: string }>(
    `select asset_id, sum(units)::text as units from account_balances where owner_id >= $1 group by asset_id`,
    [FIRST_CLIENT_OWNER],
  );
  const sums = new Map(rows.map(({ asset_id, units }) => [asset_id, Number(units)]));
  for (const { asset, clientUnits } of core.assetSums()) {
    const inTable = sums.get(asset) ?? 0;
    if (inTable !== clientUnits)
      return `The account_balances table sums to ${inTable} units of asset ${asset} for all clients; according to the log, the sum is ${clientUnits}.`;
  }
  return undefined;
}
