import { Button } from '@mantine/core';
import { lazyPart } from '@vitrine/ui';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import styles from './filtered-history.module.css';
import { countOf, type FilterChoice, type HistoryFilter, type HistoryFilters, picked } from './history-filter.ts';
import { HistoryTable } from './history-table.tsx';

const importFilterBar = () => import('./history-filters.tsx');
const HistoryFilterBar = lazyPart(() => importFilterBar().then((m) => m.HistoryFilterBar));
// Calendar and fields load with the first history, but the rows do not wait for them.
fetchAhead(importFilterBar)();

type FilteredHistoryProps<Row, Filter extends HistoryFilter> = ComponentProps<
  typeof HistoryTable<Row & { id: string }>
> & {
  readonly filters: HistoryFilters<Filter>;
  /** The filters of this list besides dates and sort order. */
  readonly choices: readonly FilterChoice<keyof Filter & string>[];
};

/** A client's history with its filters, which also apply to the exported file. */
export function FilteredHistory<Row, Filter extends HistoryFilter>(props: FilteredHistoryProps<Row, Filter>) {
  const { filters, choices, ...table } = props;
  const { t } = useTranslation('trade');
  const keys = ['from', 'to', ...choices.map(({ key }) => key)];
  const filter: HistoryFilter = picked<HistoryFilter, keyof HistoryFilter>(filters.filter, [
    ...(keys as (keyof HistoryFilter)[]),
    'sort',
  ]);
  const clear = () => filters.change(Object.fromEntries(keys.map((key) => [key, undefined])) as Partial<Filter>);
  return (
    <>
      <LazyPart fallback={<div className={styles.bones} />}>
        <HistoryFilterBar
          filter={filter}
          choices={choices}
          onChange={(change) => filters.change(change as Partial<Filter>)}
          onClear={clear}
          isShown={filters.isShown}
          setShown={filters.setShown}
        />
      </LazyPart>
      <HistoryTable
        {...table}
        {...(countOf(filter) === 0
          ? {}
          : {
              emptyText: t('filter.none'),
              emptyAction: (
                <Button variant="default" size="sm" onClick={clear}>
                  {t('filter.clear')}
                </Button>
              ),
            })}
      />
    </>
  );
}
