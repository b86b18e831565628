import { IconPigMoney } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EmptyState } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { historyKey, loadHistory } from '../shared/history.ts';
import { HistoryList } from '../shared/history-list.tsx';

const ROWS_PER_PAGE = 5;

/** The client's newest transactions of Earn. The page of all histories has the filters and the export. */
export function EarnHistory() {
  const { t } = useTranslation('history');
  const [cursor, setCursor] = useState<string>();
  const query = useQuery({
    queryKey: [...historyKey('earn'), 'newest', cursor],
    queryFn: ({ signal }) => loadHistory(t, 'earn', { filter: {}, cursor, limit: ROWS_PER_PAGE, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <HistoryList
      tab="earn"
      label={t('tab.earn')}
      query={query}
      rowsPerPage={ROWS_PER_PAGE}
      onTurn={setCursor}
      empty={<EmptyState icon={IconPigMoney} caption={t('empty')} title={t('emptyText.earn')} role="status" />}
    />
  );
}
