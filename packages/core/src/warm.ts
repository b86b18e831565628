import type { BookSide } from './book/book-side.ts';
import type { CommandFields } from './codec/generated-commands.ts';
import * as commands from './codec/generated-commands.ts';
import type { State } from './state.ts';
import * as codes from './vocabulary/codes.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, CLIENT_REFERENCE, GTC, NO_REFERENCE } = codes;
const { commandCode } = commands;

/**
 * The number of commands that are read together, with prefetching of their data, before they are applied one by one.
 */
export const AT_ONCE = 32;

/**
 * With at most this many open orders, rows and indexes fit into the processor's cache, and only references need
 * prefetching.
 */
const CACHED_ORDERS = 4096;

/** The hashes to search for, collected in advance so that the prefetching loops do nothing else. */
const clientTags = new Int32Array(AT_ONCE);
const outsideTags = new Int32Array(AT_ONCE);
const clientOrderHashes = new Int32Array(AT_ONCE);
const orderHashes = new Int32Array(AT_ONCE);
const slots = new Int32Array(AT_ONCE);

/**
 * Prefetches the data that the commands will look up. Each kind of lookup is done for all commands before the next
 * kind, so that the processor fetches many cache lines at once instead of waiting for each. Changes nothing; the
 * returned sum only keeps the reads from being optimized away.
 */
export const warm = (state: State, commands: readonly CommandFields[], count: number): number => {
  let clients = 0;
  let outside = 0;
  let clientOrders = 0;
  let orders = 0;
  const isLarge = state.orders.count > CACHED_ORDERS;
  for (let i = 0; i < count; i++) {
    const c = commands[i];
    if (c.referenceSource === CLIENT_REFERENCE) clientTags[clients++] = state.clientReferences.tagOf(c);
    else if (c.referenceSource !== NO_REFERENCE) outsideTags[outside++] = state.outsideReferences.tagOf(c);
    if (!isLarge) continue;
    if (c.kind === commandCode.CancelOrder || c.kind === commandCode.AmendOrder)
      orderHashes[orders++] = state.orders.hashOf(c.order);
    else if (c.kind === commandCode.PlaceOrder && c.clientOrderId !== 0)
      clientOrderHashes[clientOrders++] = state.clientOrderIds.hashOf(c.owner, c.clientOrderId);
  }
  const references =
    state.clientReferences.touch(clientTags, clients) ^ state.outsideReferences.touch(outsideTags, outside);
  if (!isLarge) return references;
  return (
    references ^
    state.clientOrderIds.touch(clientOrderHashes, clientOrders) ^
    warmOrders(state, orders) ^
    warmLevels(state, commands, count)
  );
};

/** Prefetches the rows of the collected orders, and the rows to which they are linked. */
const warmOrders = (state: State, count: number): number => {
  const { orders, levels } = state;
  let sum = orders.touch(orderHashes, count);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const slot = orders.likely(orderHashes[i]);
    if (slot >= 0) slots[found++] = slot;
  }
  sum ^= orders.touchRows(slots, found);
  for (let i = 0; i < found; i++) sum ^= levels.total[orders.level[slots[i]]] ^ orders.touchLinks(slots[i]);
  return sum;
};

/** Prefetches the levels on which new orders may rest. */
const warmLevels = (state: State, commands: readonly CommandFields[], count: number): number => {
  let sum = 0;
  for (let i = 0; i < count; i++) sum ^= sideOf(state, commands[i])?.touch(commands[i].priceTicks) ?? 0;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const level = sideOf(state, commands[i])?.find(commands[i].priceTicks) ?? -1;
    if (level >= 0) slots[found++] = level;
  }
  return sum ^ state.levels.touchLast(slots, found);
};

/** The side of the book on which the command's order may rest; undefined for any other command. */
const sideOf = (state: State, c: CommandFields): BookSide | undefined => {
  if (c.kind !== commandCode.PlaceOrder || c.priceTicks === 0 || c.timeInForce !== GTC) return undefined;
  const market = state.marketById[c.market];
  return c.side === BUY ? market?.bids : market?.asks;
};
