import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { formatExact } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { utcText } from '../../lib/times.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { ExamplePane } from './example-pane.tsx';
import { type ListedMarket, MARKETS_KEY } from './listing.ts';
import styles from './listing-form.module.css';
import {
  checkRules,
  draftOf,
  isUnchanged,
  knownPair,
  limitsBody,
  type Pair,
  plain,
  type RulesDraft,
} from './market-draft.ts';
import { MarketFields } from './market-fields.tsx';
import { firstOpenField } from './market-sections.ts';
import { WithCoins } from './with-coins.tsx';

const LIMITS_SIZE = 880;

interface MarketProps {
  readonly market: ListedMarket;
  readonly onClose: () => void;
}

/** Requests new limits or another default slippage for a market. */
export function ChangeLimitsDialog(props: MarketProps) {
  const { t } = useTranslation('listing');
  return (
    <WithCoins title={t('limits.title', props.market)} size={LIMITS_SIZE} onClose={props.onClose}>
      {(coins) => <LimitsForm pair={knownPair(props.market, coins)} {...props} />}
    </WithCoins>
  );
}

const limitFields = [
  'minimumAmount',
  'maximumAmount',
  'minimumTotal',
  'maximumTotal',
  'bandPercent',
  'maximumSlippagePercent',
  'maximumOpenOrders',
] as const;

function LimitsForm({ market, pair, onClose }: MarketProps & { readonly pair: Pair }) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const [draft, setDraft] = useState<RulesDraft>(() => draftOf(market));
  const checked = checkRules(draft, pair, market.is_perpetual ? 'perpetual' : 'spot');
  const first = firstOpenField({ missing: checked.missing, faulty: checked.faults.map(({ field }) => field) });
  const isSame = isUnchanged(draft, market);
  const open = first && t(first.isMissing ? 'missing' : 'toCorrect', { field: t(`fields.${first.field}`) });
  return (
    <ActDialog
      title={t('limits.title', market)}
      size={LIMITS_SIZE}
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      fault={open ?? (isSame ? t('same') : undefined)}
      isGuided
      faultField={first?.field}
      act={async (reason) => {
        await call('POST /api/v3/console/markets/ask-for-rules', {
          body: { name: market.name, ...limitsBody(draft), reason },
        });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          <p className="dim num">{t('limits.steps', market)}</p>
          <div className={styles.section}>
            <MarketFields
              fields={limitFields}
              draft={draft}
              pair={pair}
              checked={checked}
              onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
            />
          </div>
          {isSame ? null : <LimitChanges before={draftOf(market)} after={draft} />}
        </div>
        <div className={styles.aside}>
          <ExamplePane pair={pair} checked={checked} />
        </div>
      </div>
      <p className="dim">{t('limits.next')}</p>
    </ActDialog>
  );
}

function LimitChanges({ before, after }: { readonly before: RulesDraft; readonly after: RulesDraft }) {
  const { t } = useTranslation('listing');
  const words = (draft: RulesDraft) =>
    Object.fromEntries(limitFields.map((field) => [t(`fields.${field}`), formatExact(plain(draft[field]))]));
  return <BeforeAfter label={t('changes')} before={words(before)} after={words(after)} />;
}

/** Requests the opening of a market. */
export function OpenMarketDialog({ market, onClose }: MarketProps) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const { name, quote, reference_price, is_reference_set, is_perpetual } = market;
  const center = is_perpetual ? 'mark' : is_reference_set ? 'referenceSet' : 'reference';
  return (
    <ActDialog
      title={t('open.title', { name })}
      onClose={onClose}
      action={t('open.action', { name })}
      done={t('asked')}
      act={async (reason) => {
        await call('POST /api/v3/console/markets/ask-to-open', { body: { name, reason } });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <p>{t('open.text', { name })}</p>
      <p>{t(`open.${center}`, { price: formatExact(reference_price), quote })}</p>
      <p className="dim">{t('nextTwo')}</p>
    </ActDialog>
  );
}

/** Requests the delisting of a market, and explains the effects of a delisting. */
export function DelistMarketDialog({ market, onClose }: MarketProps) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const [settlement, setSettlement] = useState('');
  const { name, base, quote, is_perpetual, reference_price, open_interest } = market;
  const [at, setAt] = useState('');
  const settlement_price = plain(settlement.trim());
  const delist_at = at === '' ? undefined : Date.parse(`${at}Z`);
  return (
    <ActDialog
      title={t('delist.title', { name })}
      onClose={onClose}
      action={t('delist.action', { name })}
      decision="refuse"
      done={t('asked')}
      act={async (reason) => {
        const price = settlement_price === '' || delist_at !== undefined ? {} : { settlement_price };
        const time = delist_at === undefined ? {} : { delist_at };
        await call('POST /api/v3/console/markets/ask-to-delist', { body: { name, ...price, ...time, reason } });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <p>{t(delist_at === undefined ? 'delist.final' : 'delist.finalLater', { name })}</p>
      <TextInput
        type="datetime-local"
        label={t('delist.at')}
        description={t('delist.atText')}
        value={at}
        onChange={(event) => setAt(event.currentTarget.value)}
      />
      {delist_at === undefined ? null : <p>{t(is_perpetual ? 'delist.noticePerpetual' : 'delist.notice')}</p>}
      <p>{t('delist.orders')}</p>
      {is_perpetual ? (
        <p>
          {t('delist.positions', {
            openInterest: formatExact(open_interest),
            base,
            price: formatExact(reference_price),
            quote,
          })}
        </p>
      ) : null}
      {is_perpetual && delist_at === undefined ? (
        <TextInput
          label={t('delist.settlement', { quote })}
          description={t('delist.settlementText')}
          inputMode="decimal"
          value={settlement}
          onChange={(event) => setSettlement(event.currentTarget.value)}
        />
      ) : null}
      <p>{t('delist.balances', { coin: is_perpetual ? quote : base })}</p>
      {is_perpetual ? null : <p>{t('delist.pairs', { coin: base, quote })}</p>}
      <p>{t('delist.stop')}</p>
      <p>{t('delist.again')}</p>
      <p className="dim">{t('nextTwo')}</p>
    </ActDialog>
  );
}

/** Requests that a planned delisting be cancelled. */
export function CancelDelistingDialog({ market, onClose }: MarketProps) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const { name, delisting_at, ended_term_days } = market;
  return (
    <ActDialog
      title={t('cancelDelisting.title', { name })}
      onClose={onClose}
      action={t('cancelDelisting.action', { name })}
      done={t('asked')}
      act={async (reason) => {
        await call('POST /api/v3/console/markets/ask-to-cancel-delisting', { body: { name, reason } });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <p>{t('cancelDelisting.text', { name, time: utcText(delisting_at ?? 0) })}</p>
      {ended_term_days === 0 ? null : <p>{t('cancelDelisting.term', { count: ended_term_days })}</p>}
      <p className="dim">{t('nextTwo')}</p>
    </ActDialog>
  );
}

export type StopStatus = 'cancel_only' | 'halted';

/** Stops trading immediately: in an emergency no second person is needed. */
export function StopMarketDialog({ market, status, onClose }: MarketProps & { readonly status: StopStatus }) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const { name } = market;
  const isHalt = status === 'halted';
  return (
    <ActDialog
      title={t(isHalt ? 'stop.haltTitle' : 'stop.cancelOnlyTitle', { name })}
      onClose={onClose}
      action={t(isHalt ? 'stop.haltAction' : 'stop.cancelOnlyAction', { name })}
      decision="refuse"
      done={t(isHalt ? 'stop.haltDone' : 'stop.cancelOnlyDone', { name })}
      act={async (reason) => {
        await call('POST /api/v3/console/markets/stop', { body: { name, status, reason } });
        await queries.invalidateQueries({ queryKey: MARKETS_KEY });
      }}
    >
      <p>{t(consequence(market.status, status))}</p>
      {market.is_delisting ? <p>{t('stop.delisting')}</p> : null}
      <p className="dim">{t('stop.alone')}</p>
    </ActDialog>
  );
}

/** The key of the text on how the stop affects clients, which depends on the market's previous status. */
function consequence(before: ListedMarket['status'], after: StopStatus) {
  if (after === 'halted') return before === 'open' ? 'stop.haltText' : 'stop.haltFromCancelOnlyText';
  return before === 'open' ? 'stop.cancelOnlyText' : 'stop.cancelOnlyFromHaltText';
}
