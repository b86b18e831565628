import { decimalsOf, settledAmount } from '@vitrine/ui';
import type { CallResponse } from '../../lib/api.ts';
import { plain } from './market-draft.ts';

/** A coin on a network, with its minimums, fee and confirmations. */
export type NetworkRow = CallResponse<'GET /api/v3/console/coins'>['coin_networks'][number];

export const networkAmounts = ['minimum_deposit', 'minimum_withdrawal', 'withdrawal_fee'] as const;
export const networkCounts = ['credit_confirmations', 'unlock_confirmations'] as const;
export type NetworkField = (typeof networkAmounts)[number] | (typeof networkCounts)[number];

const MOST_CONFIRMATIONS = 1_000;
const MOST_DECIMALS = 18;

/** What is typed, by field name; other fields are unchanged. */
export type NetworkDraft = Readonly<Record<string, string>>;

/** The name of a field of the form. */
export const fieldName = ({ coin, network }: NetworkRow, field: NetworkField): string => `${coin}-${network}-${field}`;

export const typedOf = (row: NetworkRow, field: NetworkField, draft: NetworkDraft): string =>
  draft[fieldName(row, field)] ?? String(row[field]);

export interface NetworkFault {
  /** The name of the invalid field, as in `fieldName`. */
  readonly field: string;
  readonly text: 'amountMissing' | 'amountDecimals' | 'minimumBelowFee' | 'countRange' | 'unlockedBeforeCredit';
}

/** The first invalid field of these rows, if any. `scale` is undefined until it is typed. */
export function networkFault(
  rows: readonly NetworkRow[],
  draft: NetworkDraft,
  scale: number | undefined,
): NetworkFault | undefined {
  for (const row of rows) {
    const fault = (field: NetworkField, text: NetworkFault['text']) => ({ field: fieldName(row, field), text });
    const amount = (field: NetworkField) => plain(typedOf(row, field, draft));
    for (const field of networkAmounts) {
      if (settledAmount(typedOf(row, field, draft)) === '') return fault(field, 'amountMissing');
      if (decimalsOf(amount(field)) > (scale ?? MOST_DECIMALS)) return fault(field, 'amountDecimals');
    }
    if (unitsOf(amount('minimum_withdrawal')) <= unitsOf(amount('withdrawal_fee')))
      return fault('minimum_withdrawal', 'minimumBelowFee');
    const [credit = 0, unlock = 0] = networkCounts.map((field) => Number(typedOf(row, field, draft)));
    for (const field of networkCounts) {
      const count = Number(typedOf(row, field, draft));
      if (count < 1 || count > MOST_CONFIRMATIONS) return fault(field, 'countRange');
    }
    if (unlock < credit) return fault('unlock_confirmations', 'unlockedBeforeCredit');
  }
  return undefined;
}

/** Converts a decimal string into a whole number of units of 10^-18. */
const unitsOf = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(MOST_DECIMALS, '0'));
};

/** The table with what is typed; unchanged rows are the same objects. */
export const editedTable = (table: readonly NetworkRow[], draft: NetworkDraft): NetworkRow[] =>
  table.map((row) => {
    const amounts = networkAmounts.map((field) => [field, plain(typedOf(row, field, draft))] as const);
    const counts = networkCounts.map((field) => [field, Number(typedOf(row, field, draft))] as const);
    const isSame = [...amounts, ...counts].every(([field, value]) => value === plainValue(row[field]));
    return isSame ? row : { ...row, ...Object.fromEntries([...amounts, ...counts]) };
  });

const plainValue = (value: string | number): string | number => (typeof value === 'string' ? plain(value) : value);
