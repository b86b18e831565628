import type { endpoints, QueryOf, ResponseOf } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import type { Session } from '../../http/session.ts';
import { findAsset } from '../../kit/find.ts';
import { browsed, readDays } from '../../wallet/http/browsed.ts';
import type { MoveKind } from '../moves/move-table.ts';
import type { Handler, Services } from '../services.ts';
import {
  type Transaction,
  type TransactionFilter,
  type TransactionProduct,
  type TransactionType,
  transactionsOf,
} from '../transactions/transactions.ts';
import { coinOnWire } from './wire.ts';

type Item = ResponseOf<typeof endpoints.earnTransactions>['transaction'][number];
type Query = Pick<
  QueryOf<typeof endpoints.earnTransactions>,
  'name' | 'product' | 'transaction_type' | 'direction' | 'from' | 'to'
>;

const PAGE_SIZE = 20;

const typeWords = {
  subscribe: 'SUBSCRIBE',
  withdraw: 'WITHDRAW',
  interest: 'INTEREST',
  rental: 'RENTAL',
  output: 'OUTPUT',
  settlement: 'SETTLEMENT',
} as const satisfies Record<TransactionType, Item['transaction_type']>;

const productWords = {
  flexible: 'FLEXIBLE',
  locked: 'LOCKED',
  dual: 'DUAL',
  miner: 'MINER',
} as const satisfies Record<TransactionProduct, Item['product']>;

const types = Object.keys(typeWords) as TransactionType[];
const products = Object.keys(productWords) as TransactionProduct[];

const directionOf = (type: TransactionType): Item['direction'] =>
  type === 'withdraw' || type === 'rental' ? 'OUT' : 'IN';

const causes: Readonly<Partial<Record<MoveKind, NonNullable<Item['cause']>>>> = {
  redeem: 'redeemed',
  unlock: 'unlocked',
  rest: 'notice_ended',
  payout: 'term_ended',
  close: 'closed',
  dual_return: 'returned',
  dual_sell: 'converted',
  dual_buy: 'converted',
};

export const earnTransactions: Handler<'earnTransactions'> = async ({ services, session, query }) => {
  const { cursor, limit = PAGE_SIZE } = query;
  const filter = transactionsFilter(services, session, query);
  const { rows, turned } = browsed(await readTransactions(services, filter, { cursor, limit }));
  return { transaction: rows.map((one) => transactionOnWire(services, one)), ...turned };
};

export const readTransactions = (
  { earn, histories }: Services,
  filter: TransactionFilter,
  page: Parameters<typeof transactionsOf>[2],
) => transactionsOf({ pool: earn.pool, progress: histories }, filter, page);

/** Selects the transactions of a list or an export. Throws unknown_coin and invalid_request. */
export function transactionsFilter(
  services: Services,
  { owner }: Pick<Session, 'owner'>,
  { name, product, transaction_type, direction, from, to }: Query,
): TransactionFilter {
  const isWanted = (type: TransactionType) =>
    (transaction_type === undefined || typeWords[type] === transaction_type) &&
    (direction === undefined || directionOf(type) === direction);
  return {
    owner,
    asset: name === undefined ? undefined : findAsset(services, name).asset,
    product: products.find((one) => productWords[one] === product),
    types: types.filter(isWanted),
    ...readDays({ from, to }),
  };
}

export function transactionOnWire(services: Services, one: Transaction): Item {
  const asset = services.instruments.asset(one.asset);
  const { decimals: _, ...coin } = coinOnWire(services, asset);
  const cause = one.type === 'withdraw' && one.move !== undefined ? causes[one.move] : undefined;
  return {
    id: `${one.position}-${one.line}`,
    transaction_type: typeWords[one.type],
    product: productWords[one.product],
    ...(cause === undefined ? {} : { cause }),
    ...coin,
    amount: formatDecimal(Math.abs(one.units), asset.scale),
    direction: directionOf(one.type),
    wallet: one.wallet === 'earn' ? 'earn' : 'spot',
    ...(one.stake === undefined ? {} : { stake_id: one.stake }),
    ...(one.dual === undefined ? {} : { investment_id: one.dual }),
    ...(one.rental === undefined ? {} : { rental_id: one.rental }),
    time: one.timeMs,
    position: one.position,
  };
}
