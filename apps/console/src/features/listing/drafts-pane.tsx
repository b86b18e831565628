import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Failure, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { utcText } from '../../lib/times.ts';
import { type FormState, fieldsOf, type ListingDraft, stateOfFields } from './form-state.ts';
import styles from './listing-aside.module.css';
import { type MarketKind, marketName } from './market-draft.ts';

export const DRAFTS_KEY = ['listing-drafts'] as const;

interface DraftsPaneProps {
  readonly kind: MarketKind;
  readonly draftId: string;
  readonly state: FormState;
  readonly onContinue: (draft: ListingDraft) => void;
}

/** Saves what is typed as a draft, and lists the viewer's drafts of this kind. */
export function DraftsPane({ kind, draftId, state, onContinue }: DraftsPaneProps) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const query = useQuery({
    queryKey: DRAFTS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/console/listing-drafts', { signal }),
  });
  const drafts = query.data?.drafts.filter((draft) => draft.kind === kind) ?? [];
  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    setError('');
    try {
      await work();
      toast.ok(done);
      await queries.invalidateQueries({ queryKey: DRAFTS_KEY });
    } catch (thrown) {
      setError(errorText(thrown));
    } finally {
      setBusy(false);
    }
  };
  const save = () => {
    const body = { draft_id: draftId, kind, draft_fields: fieldsOf(state) };
    return act(() => call('POST /api/v3/console/listing-drafts/save', { body }), t('drafts.saved'));
  };
  const discard = ({ draft_id }: ListingDraft) =>
    act(() => call('POST /api/v3/console/listing-drafts/discard', { body: { draft_id } }), t('drafts.discarded'));
  return (
    <section className={styles.part} aria-label={t('drafts.title')}>
      <h3>
        {t('drafts.title')} <span className="faint">{t('drafts.note')}</span>
      </h3>
      <Button variant="default" size="compact-sm" loading={busy} onClick={() => void save()}>
        {t('drafts.save')}
      </Button>
      <Failure boxed>{error === '' && query.isError ? t('drafts.failed') : error}</Failure>
      <ul className={styles.drafts}>
        {drafts.map((draft) => (
          <Draft key={draft.draft_id} draft={draft} onContinue={onContinue} onDiscard={discard} />
        ))}
      </ul>
    </section>
  );
}

interface DraftProps extends Pick<DraftsPaneProps, 'onContinue'> {
  readonly draft: ListingDraft;
  readonly onDiscard: (draft: ListingDraft) => Promise<void>;
}

function Draft({ draft, onContinue, onDiscard }: DraftProps) {
  const { t } = useTranslation('listing');
  const { base } = stateOfFields(draft.fields);
  const name = base === '' ? t('drafts.unnamed') : marketName({ base, quote: 'USDT' }, draft.kind);
  return (
    <li>
      <b>{name}</b> <span className="num dim">{utcText(draft.saved_at)}</span>
      <div className={styles.acts}>
        <button
          type="button"
          className="link"
          aria-label={t('drafts.continueNamed', { name })}
          onClick={() => onContinue(draft)}
        >
          {t('drafts.continue')}
        </button>
        <button
          type="button"
          className="link"
          aria-label={t('drafts.discardNamed', { name })}
          onClick={() => void onDiscard(draft)}
        >
          {t('drafts.discard')}
        </button>
      </div>
    </li>
  );
}
