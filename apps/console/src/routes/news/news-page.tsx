import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Chip, type Column, DataTable, EmptyState, rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewsDialog } from '../../features/news/news-dialog.tsx';
import { VersionsDialog } from '../../features/news/versions-dialog.tsx';
import { WithdrawDialog } from '../../features/news/withdraw-news-dialog.tsx';
import { type CallResponse, call } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { utcText } from '../../lib/times.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './news-page.module.css';

type Item = CallResponse<'GET /api/v3/console/news'>['news'][number];
type Asked = 'write' | { readonly act: 'edit' | 'withdraw' | 'versions'; readonly item: Item } | undefined;

const TONES = { published: 'ok', planned: 'wait', withdrawn: 'bad' } as const;

/** News and announcements for clients, with all their versions. */
export function NewsPage() {
  const { t } = useTranslation('news');
  const [asked, setAsked] = useState<Asked>();
  const query = useQuery({
    queryKey: ['news'],
    queryFn: ({ signal }) => call('GET /api/v3/console/news', { signal }),
  });
  const mayWrite = useStaff()?.roles.some((role) => role === 'support' || role === 'administrator') ?? false;
  const acts = (item: Item) => <Acts item={item} mayWrite={mayWrite} onAct={(act) => setAsked({ act, item })} />;
  const close = () => setAsked(undefined);
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      side={mayWrite ? <Button onClick={() => setAsked('write')}>{t('write')}</Button> : null}
    >
      <DataTable
        dense
        label={t('title')}
        columns={useColumns(acts)}
        data={rowsOf(query, ({ news }) => news)}
        rowKey={({ id }) => String(id)}
        card={(item) => (
          <div className={styles.card}>
            <p>
              <b>{item.title}</b> <State item={item} />
            </p>
            <p className="num dim">{utcText(item.publish_at)}</p>
            {acts(item)}
          </div>
        )}
        empty={<EmptyState title={t('empty')} />}
        error={<ListFailure onRetry={() => void query.refetch()} />}
      />
      {asked === 'write' ? <NewsDialog onClose={close} /> : null}
      {typeof asked === 'object' && asked.act === 'edit' ? <NewsDialog item={asked.item} onClose={close} /> : null}
      {typeof asked === 'object' && asked.act === 'withdraw' ? (
        <WithdrawDialog item={asked.item} onClose={close} />
      ) : null}
      {typeof asked === 'object' && asked.act === 'versions' ? (
        <VersionsDialog id={asked.item.id} onClose={close} />
      ) : null}
    </Page>
  );
}

function useColumns(acts: (item: Item) => React.ReactNode): Column<Item>[] {
  const { t } = useTranslation(['news', 'common']);
  return [
    { key: 'title', header: t('fields.title'), render: ({ title }) => title },
    { key: 'kind', header: t('fields.kind'), render: ({ kind }) => t(`kinds.${kind}`) },
    { key: 'audience', header: t('fields.audience'), render: ({ audience }) => t(`audiences.${audience}`) },
    {
      key: 'publish_at',
      header: t('fields.publishAt'),
      render: ({ publish_at }) => <span className="num dim">{utcText(publish_at)}</span>,
    },
    { key: 'state', header: t('fields.state'), render: (item) => <State item={item} /> },
    {
      key: 'by',
      header: t('fields.by'),
      render: ({ written_by, version }) => (
        <span className="dim">
          {written_by || t('release')}, <span className="num">{t('version', { version })}</span>
        </span>
      ),
    },
    { key: 'acts', header: <span className="visually-hidden">{t('common:actions')}</span>, align: 'end', render: acts },
  ];
}

function State({ item: { state, kind, told, told_all } }: { readonly item: Item }) {
  const { t } = useTranslation('news');
  return (
    <>
      <Chip tone={TONES[state]}>{t(`states.${state}`)}</Chip>
      {kind === 'announcement' && told > 0 ? (
        <span className="num faint"> {t(told_all ? 'told' : 'telling', { count: told })}</span>
      ) : null}
    </>
  );
}

function Acts({
  item,
  mayWrite,
  onAct,
}: {
  readonly item: Item;
  readonly mayWrite: boolean;
  readonly onAct: (act: 'edit' | 'withdraw' | 'versions') => void;
}) {
  const { t } = useTranslation('news');
  const acts = [
    ...(mayWrite ? (['edit'] as const) : []),
    ...(mayWrite && item.state !== 'withdrawn' ? (['withdraw'] as const) : []),
    'versions' as const,
  ];
  return (
    <span className={styles.acts}>
      {acts.map((act) => (
        <button
          key={act}
          type="button"
          className="link"
          aria-label={`${t(`acts.${act}`)}, ${item.title}`}
          onClick={() => onAct(act)}
        >
          {t(`acts.${act}`)}
        </button>
      ))}
    </span>
  );
}
