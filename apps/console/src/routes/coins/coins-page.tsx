import { Button } from '@mantine/core';
import { Chip, CoinIcon, type Column, EmptyState, formatExact, rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DescribeCoinDialog, ListCoinDialog } from '../../features/listing/coin-dialogs.tsx';
import { flags } from '../../features/listing/coin-draft.ts';
import { type ListedCoin, useCoins, useMayList } from '../../features/listing/listing.ts';
import { ProfileDialog } from '../../features/listing/profile-dialog.tsx';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './coins-page.module.css';

type Asked = 'list' | { readonly what: 'description' | 'profile'; readonly coin: ListedCoin };

/** All coins of the ledger, with their descriptions, networks and markets. */
export function CoinsPage() {
  const { t } = useTranslation('listing');
  const [asked, setAsked] = useState<Asked>();
  const query = useCoins();
  const mayList = useMayList();
  const columns = useColumns(mayList ? setAsked : undefined);
  const close = () => setAsked(undefined);
  return (
    <Page
      title={t('coins.title')}
      lead={t('coins.lead')}
      side={
        mayList ? (
          <Button disabled={query.data === undefined} onClick={() => setAsked('list')}>
            {t('coins.list')}
          </Button>
        ) : null
      }
    >
      <ColumnTable
        label={t('coins.title')}
        columns={columns}
        data={rowsOf(query, ({ coins }) => coins)}
        rowKey={({ coin }) => coin}
        pageSize={100}
        empty={<EmptyState title={t('coins.empty')}>{t('coins.emptyText')}</EmptyState>}
        onRetry={() => void query.refetch()}
      />
      {asked === 'list' && query.data ? <ListCoinDialog answer={query.data} onClose={close} /> : null}
      {typeof asked === 'object' && asked.what === 'description' ? (
        <DescribeCoinDialog coin={asked.coin} onClose={close} />
      ) : null}
      {typeof asked === 'object' && asked.what === 'profile' ? (
        <ProfileDialog coin={asked.coin} onClose={close} />
      ) : null}
    </Page>
  );
}

/** Without `onEdit`, the table is read-only. */
function useColumns(onEdit: ((asked: Asked) => void) | undefined): Column<ListedCoin>[] {
  const { t } = useTranslation(['listing', 'common']);
  return [
    { key: 'coin', header: t('coins.code'), render: ({ coin }) => <Code coin={coin} /> },
    {
      key: 'name',
      header: t('coins.name'),
      render: ({ full_name, is_described }) => (is_described ? full_name : <Chip>{t('coins.undescribed')}</Chip>),
    },
    {
      key: 'category',
      header: t('coins.category'),
      render: ({ type, is_described }) => (is_described ? t(`categories.${type}`) : '–'),
    },
    { key: 'flags', header: t('coins.flags'), render: (coin) => <Flags coin={coin} /> },
    figureColumn('scale', t('coins.scale'), ({ scale }) => scale),
    figureColumn('held', t('coins.held'), ({ held_by_clients }) => formatExact(held_by_clients)),
    { key: 'networks', header: t('coins.networks'), render: ({ networks }) => <Names names={networks} /> },
    { key: 'markets', header: t('coins.markets'), render: ({ markets }) => <Names names={markets} /> },
    ...(onEdit
      ? [
          {
            key: 'edit',
            header: <span className="visually-hidden">{t('common:actions')}</span>,
            align: 'end' as const,
            render: (coin: ListedCoin) => (
              <span className={styles.acts}>
                <button
                  type="button"
                  className="link"
                  aria-label={t('coins.profileNamed', coin)}
                  onClick={() => onEdit({ what: 'profile', coin })}
                >
                  {t('coins.profile')}
                </button>
                <button
                  type="button"
                  className="link"
                  aria-label={t('coins.editNamed', coin)}
                  onClick={() => onEdit({ what: 'description', coin })}
                >
                  {t('coins.edit')}
                </button>
              </span>
            ),
          },
        ]
      : []),
  ];
}

const ICON = 20;

function Code({ coin }: Pick<ListedCoin, 'coin'>) {
  return (
    <span className={styles.code}>
      <CoinIcon coin={coin} size={ICON} />
      <b>{coin}</b>
    </span>
  );
}

function Flags({ coin }: { readonly coin: ListedCoin }) {
  const { t } = useTranslation('listing');
  return (
    <span className={styles.names}>
      {flags
        .filter((flag) => coin[flag])
        .map((flag) => (
          <Chip key={flag}>{t(`flags.${flag}`)}</Chip>
        ))}
    </span>
  );
}

/** How many of a coin's markets are listed by name; a quote coin has too many to list. */
const FIRST_NAMES = 4;

function Names({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation('listing');
  if (names.length === 0) return <span className="faint">{t('none')}</span>;
  const first = names.slice(0, FIRST_NAMES).join(', ');
  const more = names.length - FIRST_NAMES;
  return <div className={styles.many}>{more > 0 ? t('more', { first, count: more }) : first}</div>;
}
