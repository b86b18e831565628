import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { CoinFields } from './coin-choice.tsx';
import { ExamplePane } from './example-pane.tsx';
import type { ListedCoin, ListedMarket } from './listing.ts';
import styles from './listing-form.module.css';
import {
  type CheckedRules,
  checkRules,
  choiceFault,
  emptyRules,
  type PairChoice,
  pairOf,
  type RulesDraft,
  rulesBody,
  rulesFields,
} from './market-draft.ts';
import { ProductFault, RulesFields } from './market-fields.tsx';
import { firstOpenField, type OpenFields, type SectionName, sections } from './market-sections.ts';
import { NextSteps, SectionStates } from './section-states.tsx';
import { WithCoins } from './with-coins.tsx';

const SIZE = 960;

interface ListMarketDialogProps {
  readonly markets: readonly ListedMarket[];
  readonly onClose: () => void;
}

/** Requests a new market. */
export function ListMarketDialog(props: ListMarketDialogProps) {
  const { t } = useTranslation('listing');
  return (
    <WithCoins title={t('market.title')} size={SIZE} onClose={props.onClose}>
      {(coins) => <ListMarketForm coins={coins} {...props} />}
    </WithCoins>
  );
}

function ListMarketForm({
  coins,
  markets,
  onClose,
}: ListMarketDialogProps & { readonly coins: readonly ListedCoin[] }) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const [choice, setChoice] = useState<PairChoice>({ base: '', quote: 'USDT' });
  const [draft, setDraft] = useState<RulesDraft>(emptyRules);
  const pair = pairOf(choice, coins);
  const checked = pair ? checkRules(draft, pair) : unchecked(draft);
  const fault = choiceFault(choice, markets);
  const open: OpenFields = {
    missing: [...(choice.base === '' ? (['base'] as const) : []), ...checked.missing],
    faulty: [...(fault ? (['base'] as const) : []), ...checked.faults.map(({ field }) => field)],
  };
  const first = firstOpenField(open);
  const field = first && t(`fields.${first.field}`);
  const change = (part: Partial<RulesDraft>) => setDraft((before) => ({ ...before, ...part }));
  const form = { draft, pair, checked, onChange: change };
  return (
    <ActDialog
      title={pair ? t('market.titleNamed', { ...choice }) : t('market.title')}
      size={SIZE}
      onClose={onClose}
      action={t('market.ask', { name: `${choice.base}/${choice.quote}` })}
      done={t('asked')}
      fault={first && t(first.isMissing ? 'missing' : 'toCorrect', { field })}
      isGuided
      faultField={first?.field}
      act={async (reason) => {
        await call('POST /api/v3/console/markets/ask-for', { body: { ...choice, ...rulesBody(draft), reason } });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          <Section name="coins">
            <CoinFields coins={coins} choice={choice} fault={fault} onChange={setChoice} />
          </Section>
          <Section name="steps">
            <RulesFields fields={sections.steps} {...form} />
            <ProductFault {...form} />
          </Section>
          <Section name="limits">
            <RulesFields fields={sections.limits} {...form} />
          </Section>
          <Section name="prices">
            <RulesFields fields={sections.prices} {...form} />
          </Section>
        </div>
        <div className={styles.aside}>
          <SectionStates open={open} />
          <ExamplePane pair={pair} checked={checked} />
          <NextSteps />
        </div>
      </div>
    </ActDialog>
  );
}

/** Until both coins are chosen, only empty fields can be detected. */
const unchecked = (draft: RulesDraft): CheckedRules => ({
  missing: rulesFields.filter((field) => draft[field] === ''),
  faults: [],
  units: undefined,
});

interface SectionProps {
  readonly name: SectionName;
  readonly children: ReactNode;
}

function Section({ name, children }: SectionProps) {
  const { t } = useTranslation('listing');
  const isForever = name === 'coins' || name === 'steps';
  return (
    <fieldset className={styles.section}>
      <legend>
        {t(`market.sections.${name}`)}{' '}
        <span className="faint">{t(isForever ? 'market.forever' : 'market.changeable')}</span>
      </legend>
      {children}
    </fieldset>
  );
}
