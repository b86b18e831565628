import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { CoinFields } from './coin-choice.tsx';
import { DRAFTS_KEY, DraftsPane } from './drafts-pane.tsx';
import { ExamplePane } from './example-pane.tsx';
import { FeeFields } from './fee-fields.tsx';
import { FormSection } from './form-section.tsx';
import { emptyState, type FormState, type ListingDraft, stateOfFields } from './form-state.ts';
import type { ListedCoin, ListedMarket } from './listing.ts';
import styles from './listing-form.module.css';
import { type MarketKind, marketName, rulesBody } from './market-draft.ts';
import { MarketFields, ProductFault } from './market-fields.tsx';
import { firstOpenField, sections, sectionsOf } from './market-sections.ts';
import { termsBody } from './perpetual-draft.ts';
import { NextSteps, SectionStates } from './section-states.tsx';
import { SourceFields } from './source-fields.tsx';
import { TiersPane } from './tiers-pane.tsx';
import { useFees, useForm, useSources } from './use-market-form.ts';
import { WithCoins } from './with-coins.tsx';

const SIZE = 960;

interface ListMarketDialogProps {
  readonly kind: MarketKind;
  readonly markets: readonly ListedMarket[];
  readonly onClose: () => void;
}

/** Requests the listing of a new market. */
export function ListMarketDialog(props: ListMarketDialogProps) {
  const { t } = useTranslation('listing');
  const [continued, setContinued] = useState(() => ({
    id: crypto.randomUUID() as string,
    initial: emptyState,
    form: 0,
  }));
  const continueDraft = ({ draft_id: id, fields }: ListingDraft) =>
    setContinued(({ form }) => ({ id, initial: stateOfFields(fields), form: form + 1 }));
  return (
    <WithCoins title={t(`market.title.${props.kind}`)} size={SIZE} onClose={props.onClose}>
      {(coins) => (
        <ListMarketForm
          key={continued.form}
          coins={coins}
          draftId={continued.id}
          initial={continued.initial}
          onContinue={continueDraft}
          {...props}
        />
      )}
    </WithCoins>
  );
}

interface FormProps extends ListMarketDialogProps {
  readonly coins: readonly ListedCoin[];
  readonly draftId: string;
  readonly initial: FormState;
  readonly onContinue: (draft: ListingDraft) => void;
}

function ListMarketForm(props: FormProps) {
  const { kind, draftId, initial, onClose } = props;
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const form = useForm(props);
  const { choice, open } = form;
  const { draft, pair } = form.fields;
  const isPerpetual = kind === 'perpetual';
  const title = isPerpetual ? marketName(choice, kind) : `${choice.base}/${choice.quote}`;
  const sources = useSources(isPerpetual, choice, initial.sources);
  const fees = useFees(initial.fees);
  const first = firstOpenField(open);
  const sourcesOpen = sources.fault && t(`sources.faults.${sources.fault}`);
  const feesOpen = fees.fault && t(`fees.${fees.fault.text}`);
  const act = async (reason: string) => {
    await fees.ask(reason);
    const body = { ...choice, ...rulesBody(draft), draft_id: draftId, reason };
    await (isPerpetual
      ? call('POST /api/v3/console/markets/ask-for-perpetual', {
          body: { ...body, ...termsBody(draft), index_sources: sources.body },
        })
      : call('POST /api/v3/console/markets/ask-for', { body }));
    await queries.invalidateQueries({ queryKey: ['approvals'] });
    await queries.invalidateQueries({ queryKey: DRAFTS_KEY });
  };
  return (
    <ActDialog
      title={pair ? t('market.titleNamed', { name: title }) : t(`market.title.${kind}`)}
      size={SIZE}
      onClose={onClose}
      action={t('market.ask', { name: title })}
      done={t(fees.isChanged ? 'fees.asked' : 'asked')}
      fault={
        first
          ? t(first.isMissing ? 'missing' : 'toCorrect', { field: t(`fields.${first.field}`) })
          : (sourcesOpen ?? feesOpen)
      }
      isGuided
      faultField={first?.field ?? (sourcesOpen ? sources.faultField : fees.fault && `${fees.fault.field}-rate`)}
      act={act}
    >
      <Columns {...props} form={form} sources={sources} fees={fees} />
    </ActDialog>
  );
}

interface ColumnsProps extends FormProps {
  readonly form: ReturnType<typeof useForm>;
  readonly sources: ReturnType<typeof useSources>;
  readonly fees: ReturnType<typeof useFees>;
}

/** The fields, with explanations beside them. */
function Columns({ kind, coins, draftId, onContinue, form, sources, fees }: ColumnsProps) {
  const { t } = useTranslation('listing');
  const { choice, setChoice, typed, fault, open, fields } = form;
  const state = { base: choice.base, rules: typed, sources: sources.typed, fees: fees.typed };
  const { pair, checked } = fields;
  const isPerpetual = kind === 'perpetual';
  return (
    <div className={styles.columns}>
      <div className={styles.fields}>
        <FormSection name="coins" isForever>
          <CoinFields
            coins={coins}
            name={marketName(choice, kind)}
            choice={choice}
            fault={fault}
            onChange={setChoice}
          />
        </FormSection>
        {sectionsOf[kind].map((section) => (
          <FormSection key={section} name={section} isForever={section === 'steps'}>
            <MarketFields fields={sections[section]} {...fields} />
            {section === 'steps' ? <ProductFault {...fields} /> : null}
          </FormSection>
        ))}
        {isPerpetual ? (
          <FormSection name="sources">
            <SourceFields {...sources.fields} />
          </FormSection>
        ) : null}
        {isPerpetual ? <p className="dim">{t('market.index')}</p> : null}
        <FormSection name="fees">
          <FeeFields {...fees.fields} />
        </FormSection>
      </div>
      <div className={styles.aside}>
        <SectionStates names={['coins', ...sectionsOf[kind]]} open={open} />
        <ExamplePane pair={pair} checked={checked} />
        {isPerpetual ? <TiersPane terms={checked.terms} pair={pair} /> : null}
        <NextSteps />
        <DraftsPane kind={kind} draftId={draftId} state={state} onContinue={onContinue} />
      </div>
    </div>
  );
}
