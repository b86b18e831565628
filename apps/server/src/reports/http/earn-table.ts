import { readTransactions, transactionOnWire, transactionsFilter } from '../../earn/http/earn-transactions.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../services.ts';
import type { Column } from './csv.ts';
import { type HistoryTable, historyTable, logPosition, timeColumn } from './history-table.ts';

type Transaction = ReturnType<typeof transactionOnWire>;

const typeTexts = {
  SUBSCRIBE: 'Subscription',
  WITHDRAW: 'Withdrawal',
  INTEREST: 'Interest',
  RENTAL: 'Rental',
  OUTPUT: 'Output',
  SETTLEMENT: 'Settlement',
} as const;
const productTexts = { FLEXIBLE: 'Flexible', LOCKED: 'Locked', DUAL: 'Dual investment', MINER: 'Miner' } as const;
const causeTexts = {
  redeemed: 'Redeemed',
  unlocked: 'Unlocked early',
  notice_ended: 'Notice ended',
  term_ended: 'Term ended',
  closed: 'Product ended',
  returned: 'Returned',
  converted: 'Converted',
} as const;

const columns: readonly Column<Transaction>[] = [
  timeColumn(({ time }) => time),
  ['Coin', ({ name }) => name],
  ['Type', ({ transaction_type }) => typeTexts[transaction_type]],
  ['Product', ({ product }) => productTexts[product]],
  ['Cause', ({ cause }) => (cause === undefined ? '' : causeTexts[cause])],
  ['Amount', ({ amount, direction }) => (direction === 'OUT' ? `-${amount}` : amount)],
  ['Wallet', ({ wallet }) => wallet],
  ['Subscription', ({ stake_id }) => idText(stake_id)],
  ['Dual investment', ({ investment_id }) => idText(investment_id)],
  ['Rental', ({ rental_id }) => idText(rental_id)],
  logPosition,
];

const idText = (id: number | undefined): string => (id === undefined ? '' : String(id));

export function earnTable(
  services: Services,
  session: Session,
  query: Parameters<typeof transactionsFilter>[2],
): HistoryTable {
  const filter = transactionsFilter(services, session, query);
  return historyTable(
    columns,
    (place) => readTransactions(services, filter, place),
    (one) => transactionOnWire(services, one),
  );
}
