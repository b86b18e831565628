import type { UseQueryResult } from '@tanstack/react-query';
import { Chip, CoinIcon, DataTable, formatInteger, LoadFailed, rowsOf } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryTab } from '../../../lib/history-place.ts';
import { dateTimeText } from '../../../lib/when.ts';
import type { HistoryPage, HistoryRow } from './history.ts';
import { rowAmount } from './history-amount.ts';
import { useHistoryColumns } from './history-columns.tsx';
import { HistoryDetails } from './history-details.tsx';
import styles from './history-list.module.css';

type HistoryListProps = {
  readonly tab: HistoryTab;
  readonly label: string;
  /**
   * The query of the current page. When the client turns the page, the old page stays visible until the new one has
   * loaded.
   */
  readonly query: UseQueryResult<HistoryPage>;
  readonly rowsPerPage: number;
  readonly onTurn: (cursor: string) => void;
  readonly empty: ReactNode;
};

/** A page of a history: a table, or cards on a phone, and buttons to other pages. A row opens its details. */
export function HistoryList({ tab, label, query, rowsPerPage, onTurn, empty }: HistoryListProps) {
  const { t } = useTranslation('history');
  const { data: page, isPlaceholderData: isTurning } = query;
  const [shown, setShown] = useState<HistoryRow>();
  const columns = useHistoryColumns(tab, setShown);
  return (
    <>
      <div className={styles.list}>
        <DataTable
          label={label}
          columns={columns}
          data={rowsOf(query, ({ rows }) => rows)}
          rowKey={({ id }) => id}
          pageSize={rowsPerPage}
          skeletonRows={rowsPerPage}
          onRowClick={setShown}
          card={(row) => <HistoryCard row={row} onOpen={() => setShown(row)} />}
          empty={empty}
          error={<LoadFailed title={t('failed')} onRetry={query.refetch} />}
        />
      </div>
      {page && (page.newer || page.older) ? (
        <nav className={styles.pager} aria-label={t('pager.label')}>
          <Turn to={page.newer} isTurning={isTurning} onTurn={onTurn}>
            {t('pager.newer')}
          </Turn>
          <Turn to={page.older} isTurning={isTurning} onTurn={onTurn}>
            {t('pager.older')}
          </Turn>
        </nav>
      ) : null}
      {shown ? <HistoryDetails tab={tab} row={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  );
}

type TurnProps = Pick<HistoryListProps, 'onTurn'> & {
  readonly isTurning: boolean;
  readonly to: string | undefined;
  readonly children: ReactNode;
};

const Turn = ({ to, isTurning, onTurn, children }: TurnProps) => (
  <button type="button" className="link" disabled={!to || isTurning} onClick={() => to && onTurn(to)}>
    {children}
  </button>
);

/** Three lines: title and amount, details, and time, which is followed by the state or the log position. */
function HistoryCard({ row, onOpen }: { readonly row: HistoryRow; readonly onOpen: () => void }) {
  const { state, position } = row;
  return (
    <button type="button" className={styles.card} onClick={onOpen}>
      <CoinIcon coin={row.coin} size={30} />
      <b>{row.title}</b>
      <b className="num">
        {rowAmount(row)} {row.amountCoin}
      </b>
      <small>{row.about}</small>
      <small className="num">{row.note}</small>
      <small className={`num ${styles.when}`}>
        <span>{dateTimeText(row.time)}</span>
        {state ? <Chip tone={state.tone}>{state.text}</Chip> : null}
        {state || position === 0 ? null : <span>#{formatInteger(position)}</span>}
      </small>
    </button>
  );
}
