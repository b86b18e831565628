import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MoreRows, rowsOf } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PurchaseTable } from '../../features/purchases/purchase-table.tsx';
import { type Purchase, type PurchasesSearch, states } from '../../features/purchases/purchases.ts';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useStaff } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import styles from './purchases-page.module.css';

const searches = { all: { all: true }, owed: { owed: true }, to_look_at: {} } as const;

/** Clients' PayPal purchases: by default only those that need review. The query is part of the URL. */
export function PurchasesPage() {
  const { t } = useTranslation(['purchases', 'common']);
  const chosen = useSearch({ from: paths.purchases });
  const navigate = useNavigate();
  const staff = useStaff();
  const { all, owed, search, only } = chosen;
  const which = all ? 'all' : owed ? 'owed' : 'to_look_at';
  const query = useInfiniteQuery({
    queryKey: ['purchases', which, search, only],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v3/console/purchases', {
        query: {
          which,
          ...(search && { search }),
          ...(only && { state: only }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const go = (next: PurchasesSearch) => void navigate({ to: paths.purchases, search: next });
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      side={
        <SegmentedControl
          aria-label={t('which')}
          value={which}
          onChange={(next) => go(searches[next as typeof which])}
          data={[
            { value: 'to_look_at', label: t('toLookAtCount', { count: query.data?.pages[0]?.open ?? 0 }) },
            { value: 'owed', label: t('owedCount', { count: query.data?.pages[0]?.owing ?? 0 }) },
            { value: 'all', label: t('all') },
          ]}
        />
      }
    >
      <Search key={search} chosen={chosen} onSearch={go} />
      <PurchaseTable
        data={rowsOf(query, ({ pages }) => pages.flatMap(({ purchases }) => purchases))}
        onRetry={() => void query.refetch()}
        emptyText={{ all: '', owed: t('nothingOwed'), to_look_at: t('nothingToLookAt') }[which]}
        maySettle={staff?.roles.some((role) => ['administrator', 'treasury', 'compliance'].includes(role)) ?? false}
      />
      <MoreRows query={query} label={t('more')} failed={t('common:errors.list')} />
    </Page>
  );
}

type SearchProps = { readonly chosen: PurchasesSearch; readonly onSearch: (next: PurchasesSearch) => void };

/** Searches all purchases, including those that need no review. */
function Search({ chosen: { search, only }, onSearch }: SearchProps) {
  const { t } = useTranslation('purchases');
  const [text, setText] = useState(search ?? '');
  const look = (of: Purchase['state'] | undefined) => {
    const words = text.trim();
    onSearch({ all: true, ...(words && { search: words }), ...(of && { only: of }) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look(only);
  };
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <TextInput
          type="search"
          label={t('search')}
          placeholder={t('searchText')}
          maxLength={254}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('state')}
          value={only ?? ''}
          data={[
            { value: '', label: t('anyState') },
            ...states.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
          onChange={(event) => look((event.currentTarget.value || undefined) as Purchase['state'] | undefined)}
        />
        <Button type="submit">{t('submit')}</Button>
      </form>
    </search>
  );
}
