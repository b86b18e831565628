import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { CoinFields } from './coin-choice.tsx';
import { ExamplePane } from './example-pane.tsx';
import { FormSection } from './form-section.tsx';
import { useIndexSources, useSourceCheck } from './index-sources.ts';
import { type ListedCoin, type ListedMarket, useSettings } from './listing.ts';
import styles from './listing-form.module.css';
import { checkMarket, emptyMarket, type MarketDraft } from './market-check.ts';
import { choiceFault, type MarketKind, marketName, type PairChoice, pairOf, rulesBody } from './market-draft.ts';
import { MarketFields, ProductFault } from './market-fields.tsx';
import { firstOpenField, type OpenFields, sections, sectionsOf } from './market-sections.ts';
import { termsBody } from './perpetual-draft.ts';
import { NextSteps, SectionStates } from './section-states.tsx';
import { draftOfAll, type SourceDraft, sourceFault, sourcesBody } from './source-draft.ts';
import { SourceFields } from './source-fields.tsx';
import { TiersPane } from './tiers-pane.tsx';
import { WithCoins } from './with-coins.tsx';

const SIZE = 960;
const PPM_OF_PERCENT = 10_000;

interface ListMarketDialogProps {
  readonly kind: MarketKind;
  readonly markets: readonly ListedMarket[];
  readonly onClose: () => void;
}

/** Requests the listing of a new market. */
export function ListMarketDialog(props: ListMarketDialogProps) {
  const { t } = useTranslation('listing');
  return (
    <WithCoins title={t(`market.title.${props.kind}`)} size={SIZE} onClose={props.onClose}>
      {(coins) => <ListMarketForm coins={coins} {...props} />}
    </WithCoins>
  );
}

interface FormProps extends ListMarketDialogProps {
  readonly coins: readonly ListedCoin[];
}

/** The default slippage is at first that of the exchange. */
function useForm({ kind, coins, markets }: FormProps) {
  const [choice, setChoice] = useState<PairChoice>({ base: '', quote: 'USDT' });
  const [typed, setTyped] = useState<Partial<MarketDraft>>({});
  const usual = useSettings().data?.settings.max_slippage_ppm;
  const maximumSlippagePercent = usual === undefined ? '' : String(usual / PPM_OF_PERCENT);
  const draft: MarketDraft = { ...emptyMarket, maximumSlippagePercent, ...typed };
  const pair = pairOf(choice, coins);
  const checked = checkMarket(draft, pair, kind);
  const fault = choiceFault(choice, markets, kind);
  const open: OpenFields = {
    missing: [...(choice.base === '' ? (['base'] as const) : []), ...checked.missing],
    faulty: [...(fault ? (['base'] as const) : []), ...checked.faults.map(({ field }) => field)],
  };
  const change = (part: Partial<MarketDraft>) => setTyped((before) => ({ ...before, ...part }));
  return { choice, setChoice, fault, open, fields: { draft, pair, checked, onChange: change } };
}

/** The sources of the index, for a perpetual market; symbols that were edited are kept when another coin is chosen. */
function useSources(isPerpetual: boolean, { base }: PairChoice) {
  const offered = useIndexSources().data?.sources ?? [];
  const [changes, setChanges] = useState<SourceDraft>({});
  const draft = { ...draftOfAll(offered, base, 'USDT'), ...changes };
  const check = useSourceCheck(draft, isPerpetual ? offered : [], base, 'USDT');
  const fault = isPerpetual ? sourceFault(draft, offered, check) : undefined;
  const change = (part: SourceDraft) => setChanges((before) => ({ ...before, ...part }));
  return {
    fault,
    faultField: `source-${offered[0]?.source ?? ''}`,
    body: sourcesBody(draft, offered),
    fields: { offered, draft, check, base, quote: 'USDT', onChange: change },
  };
}

function ListMarketForm(props: FormProps) {
  const { kind, coins, onClose } = props;
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const { choice, setChoice, fault, open, fields } = useForm(props);
  const { draft, pair, checked } = fields;
  const isPerpetual = kind === 'perpetual';
  const name = marketName(choice, kind);
  const title = isPerpetual ? name : `${choice.base}/${choice.quote}`;
  const sources = useSources(isPerpetual, choice);
  const first = firstOpenField(open);
  const sourcesOpen = sources.fault && t(`sources.faults.${sources.fault}`);
  const act = async (reason: string) => {
    const body = { ...choice, ...rulesBody(draft), reason };
    await (isPerpetual
      ? call('POST /api/v3/console/markets/ask-for-perpetual', {
          body: { ...body, ...termsBody(draft), index_sources: sources.body },
        })
      : call('POST /api/v3/console/markets/ask-for', { body }));
    await queries.invalidateQueries({ queryKey: ['approvals'] });
  };
  return (
    <ActDialog
      title={pair ? t('market.titleNamed', { name: title }) : t(`market.title.${kind}`)}
      size={SIZE}
      onClose={onClose}
      action={t('market.ask', { name: title })}
      done={t('asked')}
      fault={first ? t(first.isMissing ? 'missing' : 'toCorrect', { field: t(`fields.${first.field}`) }) : sourcesOpen}
      isGuided
      faultField={first ? first.field : sources.faultField}
      act={act}
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          <FormSection name="coins" isForever>
            <CoinFields coins={coins} name={name} choice={choice} fault={fault} onChange={setChoice} />
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
        </div>
        <div className={styles.aside}>
          <SectionStates names={['coins', ...sectionsOf[kind]]} open={open} />
          <ExamplePane pair={pair} checked={checked} />
          {isPerpetual ? <TiersPane terms={checked.terms} pair={pair} /> : null}
          <NextSteps />
        </div>
      </div>
    </ActDialog>
  );
}
