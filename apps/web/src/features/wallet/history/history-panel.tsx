import { Button } from '@mantine/core';
import {
  IconArrowBarDown,
  IconArrowBarUp,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconCreditCard,
  IconFilter,
  IconList,
  IconPigMoney,
  IconRefresh,
  IconSearchOff,
  IconTransfer,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EmptyState, Panel, useIsPhone } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callForBlob } from '../../../lib/api.ts';
import { type HistoryFilter, type HistoryTab, hasCoins, historyTabs, statesOf } from '../../../lib/history-place.ts';
import { loadPairName } from '../../../lib/market-data.ts';
import { useMoneyMoves } from '../../../lib/money-moves.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { useChosenInView } from '../../../ui/use-chosen-in-view.ts';
import { ExportButton } from '../shared/export-button.tsx';
import { historyKey, loadHistory } from '../shared/history.ts';
import { HistoryList } from '../shared/history-list.tsx';
import { type FilterChange, HistoryFilters } from './history-filters.tsx';
import styles from './history-panel.module.css';

/** As specified: 20 of Earn’s transactions. */
const rowsPerPage = (tab: HistoryTab): number => (tab === 'earn' ? 20 : 10);

/** The tab, filters and page, as in the URL. */
export interface HistoryPlace extends HistoryFilter {
  readonly tab: HistoryTab;
  readonly cursor?: string;
}

type HistoryPanelProps = {
  readonly place: HistoryPlace;
  readonly onPlace: (place: HistoryPlace) => void;
  /** Called with the changed filters only: the URL, which contains all of them, lags slightly behind the input. */
  readonly onNarrow: (change: FilterChange) => void;
};

/** One history at a time: filtered, in pages of ten, and exportable as a file. */
export function HistoryPanel({ place, onPlace, onNarrow }: HistoryPanelProps) {
  const { t } = useTranslation('history');
  const { tab, cursor, ...filter } = place;
  const isClient = useClient() !== undefined;
  useMoneyMoves('deposit');
  useMoneyMoves('withdrawal');
  const isPhone = useIsPhone();
  const filters = Object.keys(filter).length;
  const [isNarrowing, setIsNarrowing] = useState(filters > 0);
  const isReversed = filter.from !== undefined && filter.to !== undefined && filter.from > filter.to;
  const query = useQuery({
    queryKey: [...historyKey(tab), filter, cursor],
    queryFn: ({ signal }) => loadHistory(t, tab, { filter, cursor, limit: rowsPerPage(tab), signal }),
    enabled: isClient && !isReversed,
    // The previous page stays visible while the next one loads, unless it belongs to another history.
    placeholderData: (before, query) => (query?.queryKey.includes(tab) ? keepPreviousData(before) : undefined),
  });
  return (
    <Panel>
      <HistoryTabs tab={tab} onTab={(next) => onPlace({ tab: next })} />
      <div role="tabpanel" id="history-panel" aria-labelledby={`history-tab-${tab}`}>
        <div className={styles.head}>
          {isPhone ? (
            <Button
              variant="default"
              size="sm"
              aria-expanded={isNarrowing}
              leftSection={<IconFilter size={16} stroke={1.7} aria-hidden="true" />}
              onClick={() => setIsNarrowing(!isNarrowing)}
            >
              {filters === 0 ? t('filter.show') : t('filter.showCount', { count: filters })}
            </Button>
          ) : null}
          {isPhone && !isNarrowing ? null : (
            <HistoryFilters
              tab={tab}
              filter={filter}
              isReversed={isReversed}
              onChange={onNarrow}
              onClear={() => onPlace({ tab })}
            />
          )}
          <ExportButton size="sm" fileName={`${tab}-history.csv`} load={() => loadFile(tab, filter)} />
        </div>
        <HistoryList
          tab={tab}
          label={t(`tab.${tab}`)}
          query={query}
          rowsPerPage={rowsPerPage(tab)}
          onTurn={(to) => onPlace({ tab, ...filter, cursor: to })}
          empty={<EmptyHistory tab={tab} onClear={filters > 0 ? () => onPlace({ tab }) : undefined} />}
        />
      </div>
    </Panel>
  );
}

type HistoryTabsProps = { readonly tab: HistoryTab; readonly onTab: (tab: HistoryTab) => void };

function HistoryTabs({ tab, onTab }: HistoryTabsProps) {
  const { t } = useTranslation('history');
  const tabs = useChosenInView<HTMLDivElement>(tab);
  return (
    <div ref={tabs} className={styles.tabs} role="tablist" aria-label={t('tabs')}>
      {historyTabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`history-tab-${one}`}
          aria-selected={one === tab}
          aria-controls="history-panel"
          onClick={() => onTab(one)}
        >
          {t(`tab.${one}`)}
        </button>
      ))}
    </div>
  );
}

/** For each history, an icon and a link to the page that creates its first entry, shown while the history is empty. */
const BEGINNINGS = {
  deposit: { icon: IconArrowBarDown, to: paths.deposit, text: 'common:walletNav.deposit' },
  withdrawal: { icon: IconArrowBarUp, to: paths.withdraw, text: 'common:walletNav.withdraw' },
  buy: { icon: IconArrowDownLeft, to: paths.spotDefault, text: 'common:nav.trade' },
  sell: { icon: IconArrowUpRight, to: paths.spotDefault, text: 'common:nav.trade' },
  purchase: { icon: IconCreditCard, to: paths.buy, text: 'common:walletNav.buy' },
  convert: { icon: IconRefresh, to: paths.convert, text: 'common:walletNav.convert' },
  transfer: { icon: IconTransfer, to: paths.transfer, text: 'common:walletNav.transfer' },
  ledger: { icon: IconList, to: paths.deposit, text: 'common:walletNav.deposit' },
  earn: { icon: IconPigMoney, to: paths.simpleEarn, text: 'common:subscribeNow' },
} as const satisfies Record<HistoryTab, object>;

type EmptyHistoryProps = { readonly tab: HistoryTab; readonly onClear: (() => void) | undefined };

function EmptyHistory({ tab, onClear }: EmptyHistoryProps) {
  const { t } = useTranslation(['history', 'common']);
  const { icon, to, text } = BEGINNINGS[tab];
  return (
    <EmptyState
      size="page"
      icon={onClear ? IconSearchOff : icon}
      caption={t('empty')}
      title={t(onClear ? 'emptyNarrowed' : `emptyText.${tab}`)}
      role="status"
      action={
        onClear ? (
          <Button variant="default" onClick={onClear}>
            {t('emptyShowAll')}
          </Button>
        ) : (
          <ButtonLink to={to} variant="default">
            {t(text)}
          </ButtonLink>
        )
      }
    />
  );
}

/** Loads all pages of the history with the current filters. */
const loadFile = async (tab: HistoryTab, filter: HistoryFilter): Promise<Blob> => {
  const { coin, from, to, state, wallet, cause, product, type, direction } = filter;
  const isPair = tab === 'buy' || tab === 'sell';
  const isLedger = tab === 'ledger';
  const isEarn = tab === 'earn';
  return callForBlob('GET /api/v3/history.csv', {
    tab,
    ...(coin && hasCoins(tab) ? { name: isPair ? await loadPairName(coin) : coin } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    // A link may contain filters of other tabs. The file ignores them, as the list does.
    ...(state && statesOf(tab).includes(state) ? { state } : {}),
    ...(wallet && isLedger ? { wallet } : {}),
    ...(cause && isLedger ? { cause } : {}),
    ...(product && isEarn ? { product } : {}),
    ...(type && isEarn ? { transaction_type: type } : {}),
    ...(direction && isEarn ? { direction } : {}),
  });
};
