import { IconList } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EmptyState, Panel } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoneyMoves } from '../../../lib/money-moves.ts';
import { historyKey, loadHistory } from '../shared/history.ts';
import { HistoryList } from '../shared/history-list.tsx';
import styles from './coin-wallet.module.css';

const ROWS_PER_PAGE = 20;
const TABS = ['ledger', 'deposit', 'withdrawal'] as const;

/** The history of a coin: its ledger lines, deposits and withdrawals. */
export function CoinHistory({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('history');
  const [tab, setTab] = useState<(typeof TABS)[number]>('ledger');
  const [cursor, setCursor] = useState<string>();
  useMoneyMoves('deposit');
  useMoneyMoves('withdrawal');
  const query = useQuery({
    queryKey: [...historyKey(tab), 'of', coin, cursor],
    queryFn: ({ signal }) => loadHistory(t, tab, { filter: { coin }, cursor, limit: ROWS_PER_PAGE, signal }),
    placeholderData: (before, query) => {
      const key = query?.queryKey ?? [];
      return key.includes(coin) && key.includes(tab) ? keepPreviousData(before) : undefined;
    },
  });
  return (
    <Panel>
      <div className={styles.tabs} role="tablist" aria-label={t('coin.history')}>
        {TABS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`coin-tab-${one}`}
            aria-selected={one === tab}
            aria-controls="coin-history"
            onClick={() => {
              setTab(one);
              setCursor(undefined);
            }}
          >
            {t(`coin.tab.${one}`)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="coin-history" aria-labelledby={`coin-tab-${tab}`}>
        <HistoryList
          tab={tab}
          label={t(`coin.tab.${tab}`)}
          query={query}
          rowsPerPage={ROWS_PER_PAGE}
          onTurn={setCursor}
          empty={<EmptyState icon={IconList} caption={t('empty')} title={t(`emptyText.${tab}`)} role="status" />}
        />
      </div>
    </Panel>
  );
}
