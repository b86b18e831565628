import { CoinName, type Column, DataTable, formatAmount } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { utcDateText } from '../../../lib/days.ts';
import { CoinText } from '../shared/coin-text.tsx';
import styles from './analysis.module.css';
import type { AnalysisDay, CoinPart } from './analysis-data.ts';

const ROWS = 10;

type CoinPartsProps = {
  readonly label: string;
  readonly parts: readonly CoinPart[];
  /** Rewards have a plus. */
  readonly isSigned: boolean;
  readonly decimals: number;
};

/** An amount in USDT, or a dash for a coin without a price. */
const valueText = ({ usdt_value }: CoinPart, decimals: number): string =>
  usdt_value === undefined ? '–' : formatAmount(usdt_value, decimals);

/** The coins of a period: their amounts, and what they are worth. */
export function CoinParts({ label, parts, isSigned, decimals }: CoinPartsProps) {
  const { t } = useTranslation('earn');
  const columns: readonly Column<CoinPart>[] = [
    { key: 'coin', header: t('analysis.coin'), render: ({ name }) => <CoinName coin={name} /> },
    {
      key: 'amount',
      header: t('analysis.amount'),
      align: 'end',
      render: ({ name, amount }) => <CoinText amount={amount} coin={name} signed={isSigned} />,
    },
    {
      key: 'value',
      header: t('analysis.value'),
      align: 'end',
      render: (part) => <span className="num">{valueText(part, decimals)}</span>,
    },
  ];
  return (
    <div className={styles.table}>
      <h3>{label}</h3>
      <DataTable
        label={label}
        columns={columns}
        data={{ status: 'success', rows: parts }}
        rowKey={({ name }) => name}
        pageSize={ROWS}
        pageLabel={(page) => t('products.page', { page })}
        card={(part) => (
          <div className={styles.card}>
            <CoinName coin={part.name} />
            <CoinText amount={part.amount} coin={part.name} signed={isSigned} />
            <small className="num">{t('analysis.usdt', { amount: valueText(part, decimals) })}</small>
          </div>
        )}
        empty={<p className={styles.note}>{t('analysis.noCoins')}</p>}
        error={null}
      />
    </div>
  );
}

type DayPartsProps = {
  readonly label: string;
  readonly days: readonly AnalysisDay[];
  readonly decimals: number;
};

/** The days, newest first, each with its coins. */
export function DayParts({ label, days, decimals }: DayPartsProps) {
  const { t } = useTranslation('earn');
  const columns: readonly Column<AnalysisDay>[] = [
    { key: 'day', header: t('analysis.day'), render: ({ time }) => <span className="num">{utcDateText(time)}</span> },
    { key: 'coins', header: t('analysis.coins'), align: 'end', render: (day) => <Coins day={day} /> },
    {
      key: 'value',
      header: t('analysis.value'),
      align: 'end',
      render: ({ usdt_value }) => <span className="num">{formatAmount(usdt_value, decimals)}</span>,
    },
  ];
  return (
    <div className={styles.table}>
      <h3>{label}</h3>
      <DataTable
        label={label}
        columns={columns}
        data={{ status: 'success', rows: days.toReversed() }}
        rowKey={({ time }) => String(time)}
        pageSize={ROWS}
        pageLabel={(page) => t('products.page', { page })}
        card={(day) => (
          <div className={styles.card}>
            <b className="num">{utcDateText(day.time)}</b>
            <span className="num">{t('analysis.usdt', { amount: formatAmount(day.usdt_value, decimals) })}</span>
            <small>
              <Coins day={day} />
            </small>
          </div>
        )}
        empty={null}
        error={null}
      />
    </div>
  );
}

function Coins({ day }: { readonly day: AnalysisDay }) {
  if (day.coins.length === 0) return <span className="faint">–</span>;
  return (
    <span className={styles.coins}>
      {day.coins.map(({ name, amount }) => (
        <CoinText key={name} amount={amount} coin={name} />
      ))}
    </span>
  );
}
