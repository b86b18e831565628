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
import { checkTerms, emptyTerms, type TermsDraft, termsBody } from './perpetual-draft.ts';
import { TermsFields } from './perpetual-fields.tsx';
import { NextSteps, SectionStates } from './section-states.tsx';
import { TiersPane } from './tiers-pane.tsx';
import { WithCoins } from './with-coins.tsx';

const SIZE = 960;
const sectionNames = ['coins', 'steps', 'limits', 'prices', 'leverage', 'tiers', 'caps'] as const;
const termSections = ['leverage', 'tiers', 'caps'] as const;

interface ListPerpetualDialogProps {
  readonly markets: readonly ListedMarket[];
  readonly onClose: () => void;
}

/** Requests a new perpetual market. */
export function ListPerpetualDialog(props: ListPerpetualDialogProps) {
  const { t } = useTranslation('listing');
  return (
    <WithCoins title={t('perpetual.title')} size={SIZE} onClose={props.onClose}>
      {(coins) => <ListPerpetualForm coins={coins} {...props} />}
    </WithCoins>
  );
}

interface FormProps extends ListPerpetualDialogProps {
  readonly coins: readonly ListedCoin[];
}

function useForm({ coins, markets }: FormProps) {
  const [choice, setChoice] = useState<PairChoice>({ base: '', quote: 'USDT' });
  const [rules, setRules] = useState<RulesDraft>(emptyRules);
  const [terms, setTerms] = useState<TermsDraft>(emptyTerms);
  const pair = pairOf(choice, coins);
  const checked = pair ? checkRules(rules, pair, 'perpetual') : unchecked(rules, 'perpetual');
  const checkedTerms = checkTerms(terms, pair, checked);
  const fault = choiceFault(choice, markets, 'perpetual');
  const open: OpenFields = {
    missing: [...(choice.base === '' ? (['base'] as const) : []), ...checked.missing, ...checkedTerms.missing],
    faulty: [
      ...(fault ? (['base'] as const) : []),
      ...[...checked.faults, ...checkedTerms.faults].map(({ field }) => field),
    ],
  };
  const changeRules = (part: Partial<RulesDraft>) => setRules((before) => ({ ...before, ...part }));
  const changeTerms = (part: Partial<TermsDraft>) => setTerms((before) => ({ ...before, ...part }));
  return { choice, setChoice, rules, changeRules, terms, changeTerms, pair, checked, checkedTerms, fault, open };
}

function ListPerpetualForm(props: FormProps) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const { choice, setChoice, rules, changeRules, terms, changeTerms, ...form } = useForm(props);
  const { pair, checked, checkedTerms, fault, open } = form;
  const first = firstOpenField(open);
  const name = marketName(choice, 'perpetual');
  const rulesForm = { draft: rules, pair, checked, onChange: changeRules };
  const act = async (reason: string) => {
    const body = { ...choice, ...rulesBody(rules), ...termsBody(terms), reason };
    await call('POST /api/v3/console/markets/ask-for-perpetual', { body });
    await queries.invalidateQueries({ queryKey: ['approvals'] });
  };
  return (
    <ActDialog
      title={pair ? t('perpetual.titleNamed', { name }) : t('perpetual.title')}
      size={SIZE}
      onClose={props.onClose}
      action={t('market.ask', { name })}
      done={t('asked')}
      fault={first && t(first.isMissing ? 'missing' : 'toCorrect', { field: t(`fields.${first.field}`) })}
      isGuided
      faultField={first?.field}
      act={act}
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          <FormSection name="coins" isForever>
            <CoinFields coins={props.coins} name={name} choice={choice} fault={fault} onChange={setChoice} />
          </FormSection>
          <FormSection name="steps" isForever>
            <RulesFields fields={sections.steps} {...rulesForm} />
            <ProductFault {...rulesForm} />
          </FormSection>
          <FormSection name="limits" isForever>
            <RulesFields fields={sections.limits} {...rulesForm} />
          </FormSection>
          <FormSection name="prices" isForever>
            <RulesFields fields={sections.prices} {...rulesForm} />
          </FormSection>
          {termSections.map((section) => (
            <FormSection key={section} name={section} isForever>
              <TermsFields
                fields={sections[section]}
                draft={terms}
                rules={rules}
                pair={pair}
                checked={checkedTerms}
                onChange={changeTerms}
              />
            </FormSection>
          ))}
          <p className="dim">{t('perpetual.index')}</p>
        </div>
        <div className={styles.aside}>
          <SectionStates names={sectionNames} open={open} />
          <ExamplePane pair={pair} checked={checked} />
          <TiersPane terms={checkedTerms.terms} pair={pair} />
          <NextSteps />
        </div>
      </div>
    </ActDialog>
  );
}
