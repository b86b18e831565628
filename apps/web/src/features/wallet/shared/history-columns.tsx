import { Chip, CoinAmount, CoinIcon, type Column, formatInteger } from '@vitrine/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type HistoryTab, statesOf } from '../../../lib/history-place.ts';
import { dateTimeText } from '../../../lib/when.ts';
import type { HistoryRow } from './history.ts';
import styles from './history-list.module.css';

export function useHistoryColumns(tab: HistoryTab, onOpen: (row: HistoryRow) => void): readonly Column<HistoryRow>[] {
  const { t } = useTranslation('history');
  return useMemo<readonly Column<HistoryRow>[]>(
    () => [
      {
        key: 'asset',
        header: t('column.asset'),
        render: (row) => <Asset row={row} />,
      },
      {
        key: 'amount',
        header: t('column.amount'),
        align: 'end',
        render: (row, rows) => <Amount row={row} rows={rows} />,
      },
      {
        key: 'date',
        header: t('column.date'),
        align: 'end',
        render: (row) => <span className="num dim">{dateTimeText(row.time)}</span>,
      },
      {
        key: 'position',
        header: t('column.position'),
        align: 'end',
        render: (row) => (
          <span className="num faint">{row.position === 0 ? '–' : `#${formatInteger(row.position)}`}</span>
        ),
      },
      ...(statesOf(tab).length === 0
        ? []
        : [
            {
              key: 'status',
              header: t('column.status'),
              align: 'end' as const,
              render: ({ state }: HistoryRow) => (state ? <Chip tone={state.tone}>{state.text}</Chip> : null),
            },
          ]),
      {
        key: 'details',
        header: <span className="visually-hidden">{t('column.details')}</span>,
        align: 'end',
        render: (row) => <DetailsButton row={row} onOpen={() => onOpen(row)} />,
      },
    ],
    [t, tab, onOpen],
  );
}

type RowProps = { readonly row: HistoryRow };

function Asset({ row }: RowProps) {
  return (
    <span className={styles.asset}>
      <CoinIcon coin={row.coin} />
      <span>
        <b>{row.title}</b>
        <small>{row.about}</small>
      </span>
    </span>
  );
}

function Amount({ row, rows }: RowProps & { readonly rows: readonly HistoryRow[] }) {
  return (
    <span className={`num ${styles.amount}`}>
      <b>
        <CoinAmount
          amount={row.amount}
          coin={row.amountCoin}
          signed={row.isSigned}
          column={rows.flatMap(({ amountCoin, amount }) => (amountCoin === row.amountCoin ? [amount] : []))}
        />
      </b>
      {row.note === '' ? null : <small>{row.note}</small>}
    </span>
  );
}

function DetailsButton({ row, onOpen }: RowProps & { readonly onOpen: () => void }) {
  const { t } = useTranslation('history');
  return (
    <button
      type="button"
      className="link"
      aria-label={t('details.of', { what: row.title, time: dateTimeText(row.time) })}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      {t('details.open')}
    </button>
  );
}
