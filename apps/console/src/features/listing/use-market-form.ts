import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { editedTiers, type FeeDraft, feeFault } from './fee-draft.ts';
import type { FormState } from './form-state.ts';
import { useIndexSources, useSourceCheck } from './index-sources.ts';
import { type ListedCoin, type ListedMarket, SETTINGS_KEY, useMaySetFees, useSettings } from './listing.ts';
import { checkMarket, emptyMarket, type MarketDraft } from './market-check.ts';
import { choiceFault, type MarketKind, type PairChoice, pairOf } from './market-draft.ts';
import type { OpenFields } from './market-sections.ts';
import { draftOfAll, type SourceDraft, sourceFault, sourcesBody } from './source-draft.ts';

const PPM_OF_PERCENT = 10_000;

interface FormParts {
  readonly kind: MarketKind;
  readonly coins: readonly ListedCoin[];
  readonly markets: readonly ListedMarket[];
  /** What was typed before, if a draft is continued. */
  readonly initial: FormState;
}

/** The form for a new market. Its default slippage is initially that of the exchange. */
export function useForm({ kind, coins, markets, initial }: FormParts) {
  const [choice, setChoice] = useState<PairChoice>({ base: initial.base, quote: 'USDT' });
  const [typed, setTyped] = useState<Partial<MarketDraft>>(initial.rules);
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
  return { choice, setChoice, typed, fault, open, fields: { draft, pair, checked, onChange: change } };
}

/** The sources of the index, for a perpetual market; symbols that were edited are kept when another coin is chosen. */
export function useSources(isPerpetual: boolean, { base }: PairChoice, initial: SourceDraft) {
  const offered = useIndexSources().data?.sources ?? [];
  const [changes, setChanges] = useState<SourceDraft>(initial);
  const draft = { ...draftOfAll(offered, base, 'USDT'), ...changes };
  const check = useSourceCheck(draft, isPerpetual ? offered : [], base, 'USDT');
  const fault = isPerpetual ? sourceFault(draft, offered, check) : undefined;
  const change = (part: SourceDraft) => setChanges((before) => ({ ...before, ...part }));
  return {
    fault,
    typed: changes,
    faultField: `source-${offered[0]?.source ?? ''}`,
    body: sourcesBody(draft, offered),
    fields: { offered, draft, check, base, quote: 'USDT', onChange: change },
  };
}

/**
 * The base fee rates as typed, and the request to change them. A retry does not repeat a request that was accepted,
 * unless the rates have changed since.
 */
export function useFees(initial: FeeDraft) {
  const mayEdit = useMaySetFees();
  const settings = useSettings().data;
  const queries = useQueryClient();
  const [typed, setTyped] = useState<FeeDraft>(initial);
  // Ignores rates in a draft that was saved before the viewer lost the right to change rates.
  const draft = mayEdit ? typed : {};
  const sent = useRef('');
  const tiers = settings?.fee_tiers;
  const fault = tiers && feeFault(tiers, draft);
  const edited = tiers && !fault ? editedTiers(tiers, draft) : undefined;
  const ask = async (reason: string) => {
    if (settings === undefined || edited === undefined) return;
    const body = { base_version: settings.version, fee_tiers: edited, reason };
    const text = JSON.stringify(edited);
    if (sent.current === text) return;
    try {
      await call('POST /api/v3/console/settings/ask-for-fees', { body });
    } catch (thrown) {
      // The request may have been refused because the settings have changed since the dialog was opened. They are read
      // again; what is typed stays.
      await queries.invalidateQueries({ queryKey: SETTINGS_KEY });
      throw thrown;
    }
    sent.current = text;
  };
  const change = (part: FeeDraft) => setTyped((before) => ({ ...before, ...part }));
  return {
    fault,
    typed: draft,
    isChanged: edited !== undefined,
    ask,
    fields: { tiers, draft, fault, mayEdit, onChange: change },
  };
}
