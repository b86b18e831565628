import { type BenchClient, get, openClient, unlock } from './http-clients.ts';

export const ORDER_PATH = '/api/v2/my-order';

/** Concurrent sign-ups: most of their time goes into password hashing, on other threads. */
const OPENED_AT_ONCE = 4;

export const order = (side: 'BUY' | 'SELL', price: string) => ({
  name: 'BTCUSDT',
  delegate_type: side,
  trade_type: 'limit',
  number_of_order: '0.00100',
  order_per_unit: price,
});

export async function middlePrice(url: string): Promise<string> {
  const { price } = (await get(url, '/api/v3/getOrder?symbol=BTC')) as { price: { unit_price: string } };
  return price.unit_price;
}

/** BTC prices have one decimal. */
const multiplied = (price: string, factor: number): string => (Math.round(Number(price) * factor * 10) / 10).toFixed(1);

export interface Traders {
  readonly buyers: readonly BenchClient[];
  readonly sellers: readonly BenchClient[];
}

/** Orders that rest far from the price. */
const farBuy = (price: string) => order('BUY', multiplied(price, 0.9));
const farSell = (price: string) => order('SELL', multiplied(price, 1.1));

/** `pairs` buyers and as many sellers, whose sessions are unlocked. */
export async function openTraders(url: string, pairs: number, price: string): Promise<Traders> {
  const buyers = await openClients(url, pairs, 'buyer', { USDT: '5000000' }, farBuy(price));
  const sellers = await openClients(url, pairs, 'seller', { BTC: '5000' }, farSell(price));
  return { buyers, sellers };
}

/** Unlocks the sessions for another 15 minutes, each with an order that rests far from the price. */
export async function unlockTraders(url: string, { buyers, sellers }: Traders, price: string): Promise<void> {
  for (const buyer of buyers) await unlock(url, buyer, farBuy(price));
  for (const seller of sellers) await unlock(url, seller, farSell(price));
}

async function openClients(
  url: string,
  count: number,
  name: string,
  deposits: Record<string, string>,
  firstOrder: object,
): Promise<BenchClient[]> {
  const clients: BenchClient[] = [];
  const numbers = Array(count).keys();
  const openSome = async () => {
    for (const i of numbers) {
      const client = await openClient(url, `${name}${i}@bench.example`, deposits);
      await unlock(url, client, firstOrder);
      clients.push(client);
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openSome));
  return clients;
}
