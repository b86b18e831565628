import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Chip, type Column, DataTable, EmptyState, rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Promotion } from '../../features/promotions/draft.ts';
import { PromotionDialog } from '../../features/promotions/promotion-dialog.tsx';
import { WithdrawPromotionDialog } from '../../features/promotions/withdraw-promotion-dialog.tsx';
import { call } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { utcText } from '../../lib/times.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './promotions-page.module.css';

type Asked = 'write' | { readonly act: 'edit' | 'withdraw'; readonly promotion: Promotion } | undefined;

const TONES = { shown: 'ok', planned: 'wait', ended: 'plain', withdrawn: 'bad' } as const;
const titleOf = ({ texts }: Promotion): string => texts.find(({ language }) => language === 'en')?.title ?? '';

/** Promotions and banners on the front page and on clients' home page. */
export function PromotionsPage() {
  const { t } = useTranslation('promotions');
  const [asked, setAsked] = useState<Asked>();
  const query = useQuery({
    queryKey: ['promotions'],
    queryFn: ({ signal }) => call('GET /api/v3/console/promotions', { signal }),
  });
  const mayWrite = useStaff()?.roles.some((role) => role === 'support' || role === 'administrator') ?? false;
  const acts = (promotion: Promotion) =>
    mayWrite ? <Acts promotion={promotion} onAct={(act) => setAsked({ act, promotion })} /> : null;
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
        data={rowsOf(query, ({ promotions }) => promotions)}
        rowKey={({ id }) => String(id)}
        card={(promotion) => (
          <div className={styles.card}>
            <p>
              <b>{titleOf(promotion)}</b> <State promotion={promotion} />
            </p>
            <p className="num dim">
              {utcText(promotion.starts_at)} – {utcText(promotion.ends_at)}
            </p>
            {acts(promotion)}
          </div>
        )}
        empty={<EmptyState title={t('empty')} />}
        error={<ListFailure onRetry={() => void query.refetch()} />}
      />
      {asked === 'write' ? <PromotionDialog onClose={close} /> : null}
      {typeof asked === 'object' && asked.act === 'edit' ? (
        <PromotionDialog promotion={asked.promotion} onClose={close} />
      ) : null}
      {typeof asked === 'object' && asked.act === 'withdraw' ? (
        <WithdrawPromotionDialog promotion={asked.promotion} title={titleOf(asked.promotion)} onClose={close} />
      ) : null}
    </Page>
  );
}

function useColumns(acts: (promotion: Promotion) => React.ReactNode): Column<Promotion>[] {
  const { t } = useTranslation(['promotions', 'common']);
  return [
    { key: 'title', header: t('fields.title'), render: titleOf },
    { key: 'place', header: t('fields.place'), render: ({ place }) => t(`places.${place}`) },
    { key: 'link', header: t('fields.link'), render: ({ link }) => <span className={styles.link}>{link}</span> },
    {
      key: 'languages',
      header: t('fields.languages'),
      render: ({ texts }) => texts.map(({ language }) => language).join(', '),
    },
    {
      key: 'times',
      header: t('fields.times'),
      render: ({ starts_at, ends_at }) => (
        <span className="num dim">
          {utcText(starts_at)} – {utcText(ends_at)}
        </span>
      ),
    },
    { key: 'state', header: t('fields.state'), render: (promotion) => <State promotion={promotion} /> },
    {
      key: 'by',
      header: t('fields.by'),
      render: ({ written_by, version }) => (
        <span className="dim">
          {written_by}, <span className="num">{t('version', { version })}</span>
        </span>
      ),
    },
    { key: 'acts', header: <span className="visually-hidden">{t('common:actions')}</span>, align: 'end', render: acts },
  ];
}

function State({ promotion: { state } }: { readonly promotion: Promotion }) {
  const { t } = useTranslation('promotions');
  return <Chip tone={TONES[state]}>{t(`states.${state}`)}</Chip>;
}

interface ActsProps {
  readonly promotion: Promotion;
  readonly onAct: (act: 'edit' | 'withdraw') => void;
}

function Acts({ promotion, onAct }: ActsProps) {
  const { t } = useTranslation('promotions');
  const acts = promotion.state === 'withdrawn' ? (['edit'] as const) : (['edit', 'withdraw'] as const);
  return (
    <span className={styles.acts}>
      {acts.map((act) => (
        <button
          key={act}
          type="button"
          className="link"
          aria-label={`${t(`acts.${act}`)}, ${titleOf(promotion)}`}
          onClick={() => onAct(act)}
        >
          {t(`acts.${act}`)}
        </button>
      ))}
    </span>
  );
}
