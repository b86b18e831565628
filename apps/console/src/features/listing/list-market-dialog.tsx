import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { CoinFields } from './coin-choice.tsx';
import { ExamplePane } from './example-pane.tsx';
import { FormSection } from './form-section.tsx';
import type { ListedCoin, ListedMarket } from './listing.ts';
import styles from './listing-form.module.css';
import {
  checkRules,
  choiceFault,
  emptyRules,
  marketName,
  type PairChoice,
  pairOf,
  type RulesDraft,
  rulesBody,
  unchecked,
} from './market-draft.ts';
import { ProductFault, RulesFields } from './market-fields.tsx';
import { firstOpenField, type OpenFields, sections } from './market-sections.ts';
import { NextSteps, SectionStates } from './section-states.tsx';
import { WithCoins } from './with-coins.tsx';

const SIZE = 960;
const sectionNames = ['coins', 'steps', 'limits', 'prices'] as const;

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
          <FormSection name="coins" isForever>
            <CoinFields
              coins={coins}
              name={marketName(choice, 'spot')}
              choice={choice}
              fault={fault}
              onChange={setChoice}
            />
          </FormSection>
          <FormSection name="steps" isForever>
            <RulesFields fields={sections.steps} {...form} />
            <ProductFault {...form} />
          </FormSection>
          <FormSection name="limits">
            <RulesFields fields={sections.limits} {...form} />
          </FormSection>
          <FormSection name="prices">
            <RulesFields fields={sections.prices} {...form} />
          </FormSection>
        </div>
        <div className={styles.aside}>
          <SectionStates names={sectionNames} open={open} />
          <ExamplePane pair={pair} checked={checked} />
          <NextSteps />
        </div>
      </div>
    </ActDialog>
  );
}
