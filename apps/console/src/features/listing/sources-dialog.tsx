import { useQueryClient } from '@tanstack/react-query';
import { LoadFailed } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { INDEX_SOURCES_KEY, useIndexSources, useSourceCheck } from './index-sources.ts';
import type { ListedMarket } from './listing.ts';
import styles from './listing-form.module.css';
import { draftOfChoice, type Offered, type SourceSymbol, sourceFault, sourcesBody } from './source-draft.ts';
import { SourceFields } from './source-fields.tsx';

const SIZE = 640;

interface SourcesDialogProps {
  readonly market: ListedMarket;
  readonly onClose: () => void;
}

/** Requests other sources for the index of a perpetual market. */
export function IndexSourcesDialog({ market, onClose }: SourcesDialogProps) {
  const known = useIndexSources();
  const found = known.data?.markets.find(({ name }) => name === market.name);
  if (known.isLoadingError) return <LoadFailed title={market.name} onRetry={known.refetch} />;
  if (known.data === undefined || found === undefined) return null;
  return <SourcesForm market={market} offered={known.data.sources} current={found.index_sources} onClose={onClose} />;
}

interface SourcesFormProps extends SourcesDialogProps {
  readonly offered: Offered;
  readonly current: readonly SourceSymbol[];
}

function SourcesForm({ market, offered, current, onClose }: SourcesFormProps) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOfChoice(current));
  const { name, base } = market;
  const check = useSourceCheck(draft, offered, base, 'USDT');
  const fault = sourceFault(draft, offered, check);
  const body = sourcesBody(draft, offered);
  const isSame = JSON.stringify(body) === JSON.stringify(current);
  return (
    <ActDialog
      title={t('sources.title', { name })}
      size={SIZE}
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      fault={isSame ? t('same') : fault && t(`sources.faults.${fault}`)}
      act={async (reason) => {
        await call('POST /api/v3/console/markets/ask-for-index-sources', {
          body: { name, index_sources: body, reason },
        });
        await Promise.all([
          queries.invalidateQueries({ queryKey: ['approvals'] }),
          queries.invalidateQueries({ queryKey: INDEX_SOURCES_KEY }),
        ]);
      }}
    >
      <p>{t('sources.text')}</p>
      <div className={styles.section}>
        <SourceFields
          offered={offered}
          draft={draft}
          check={check}
          base={base}
          quote="USDT"
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
      </div>
      <p className="dim">{t('nextTwo')}</p>
    </ActDialog>
  );
}
