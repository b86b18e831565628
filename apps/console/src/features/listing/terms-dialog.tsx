import { useQueryClient } from '@tanstack/react-query';
import { formatExact } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { FormSection } from './form-section.tsx';
import type { ListedMarket } from './listing.ts';
import styles from './listing-form.module.css';
import { type CheckedMarket, checkMarket } from './market-check.ts';
import { draftOf, knownPair, type Pair, plain } from './market-draft.ts';
import { MarketFields } from './market-fields.tsx';
import { firstOpenField, sections } from './market-sections.ts';
import { draftOfTerms, type TermsDraft, termsBody, termsFields } from './perpetual-draft.ts';
import { TiersPane } from './tiers-pane.tsx';
import { WithCoins } from './with-coins.tsx';

const SIZE = 880;
const termSections = ['leverage', 'tiers', 'caps', 'term'] as const;

interface TermsDialogProps {
  readonly market: ListedMarket;
  readonly onClose: () => void;
}

/** Requests new terms for a perpetual market. */
export function PerpetualTermsDialog({ market, onClose }: TermsDialogProps) {
  const { t } = useTranslation('listing');
  const current = draftOfTerms(market);
  if (current === undefined) return null;
  return (
    <WithCoins title={t('terms.title', market)} size={SIZE} onClose={onClose}>
      {(coins) => <TermsForm market={market} current={current} pair={knownPair(market, coins)} onClose={onClose} />}
    </WithCoins>
  );
}

interface TermsFormProps extends TermsDialogProps {
  readonly current: TermsDraft;
  readonly pair: Pair;
}

function useTermsForm({ market, current, pair }: TermsFormProps) {
  const { t } = useTranslation('listing');
  const [terms, setTerms] = useState(current);
  const draft = { ...draftOf(market), ...terms };
  const checked: CheckedMarket = checkMarket(draft, pair, 'perpetual');
  const first = firstOpenField({ missing: checked.missing, faulty: checked.faults.map(({ field }) => field) });
  const isSame = JSON.stringify(termsBody(terms)) === JSON.stringify(termsBody(current));
  const open = first && t(first.isMissing ? 'missing' : 'toCorrect', { field: t(`fields.${first.field}`) });
  return {
    terms,
    isSame,
    fault: open ?? (isSame ? t('same') : undefined),
    faultField: first?.field,
    fields: {
      draft,
      pair,
      checked,
      onChange: (part: Partial<TermsDraft>) => setTerms((before) => ({ ...before, ...part })),
    },
  };
}

function TermsForm(props: TermsFormProps) {
  const { market, current, pair, onClose } = props;
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const { terms, isSame, fault, faultField, fields } = useTermsForm(props);
  return (
    <ActDialog
      title={t('terms.title', market)}
      size={SIZE}
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      fault={fault}
      isGuided
      faultField={faultField}
      act={async (reason) => {
        await call('POST /api/v3/console/markets/ask-for-terms', {
          body: { name: market.name, ...termsBody(terms), reason },
        });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          {termSections.map((section) => (
            <FormSection key={section} name={section}>
              <MarketFields fields={sections[section]} {...fields} />
            </FormSection>
          ))}
          {isSame ? null : <TermChanges before={current} after={terms} />}
        </div>
        <div className={styles.aside}>
          <TiersPane terms={fields.checked.terms} pair={pair} />
        </div>
      </div>
      <p>{t('terms.text', { openInterest: formatExact(market.open_interest), base: market.base })}</p>
      <p className="dim">{t('terms.next')}</p>
    </ActDialog>
  );
}

function TermChanges({ before, after }: { readonly before: TermsDraft; readonly after: TermsDraft }) {
  const { t } = useTranslation('listing');
  const words = (draft: TermsDraft) =>
    Object.fromEntries(termsFields.map((field) => [t(`fields.${field}`), formatExact(plain(draft[field]))]));
  return <BeforeAfter label={t('changes')} before={words(before)} after={words(after)} />;
}
