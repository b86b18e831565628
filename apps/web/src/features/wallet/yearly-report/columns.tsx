import { CoinName, type Column, formatCoin } from '@vitrine/ui';
import type { TFunction } from 'i18next';

type OfCoin = { readonly coin: string; readonly amount: string };

/** The coin, and its amount with as many decimals as the longest amount of this coin. */
export const coinColumns = <Row extends OfCoin>(t: TFunction<'history'>): readonly Column<Row>[] => [
  { key: 'coin', header: t('column.coin'), render: ({ coin }) => <CoinName coin={coin} size={20} /> },
  figureColumn('amount', t('yearly.amount'), ({ coin, amount }, rows) =>
    formatCoin(
      amount,
      coin,
      rows.flatMap((row) => (row.coin === coin ? [row.amount] : [])),
    ),
  ),
];

export const figureColumn = <Row,>(
  key: string,
  header: string,
  text: (row: Row, rows: readonly Row[]) => string,
  tone = '',
): Column<Row> => ({
  key,
  header,
  align: 'end',
  render: (row, rows) => <span className={`num ${tone}`}>{text(row, rows)}</span>,
});
