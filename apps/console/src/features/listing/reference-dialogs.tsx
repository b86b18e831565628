import { useQueryClient } from '@tanstack/react-query';
import { AmountInput, formatExact, isPositiveAmount } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ExamplePane } from './example-pane.tsx';
import type { ListedMarket } from './listing.ts';
import styles from './listing-form.module.css';
import { checkRules, draftOf, knownPair, type Pair, plain, type RulesDraft, timesText } from './market-draft.ts';
import { useFaultText } from './market-fields.tsx';
import { WithCoins } from './with-coins.tsx';

const SIZE = 760;
const MAX_DECIMALS = 18;

interface ReferenceProps {
  readonly market: ListedMarket;
  readonly onClose: () => void;
}

/** Requests a reference price for a spot market. */
export function SetReferenceDialog(props: ReferenceProps) {
  const { t } = useTranslation('listing');
  return (
    <WithCoins title={t('reference.title', props.market)} size={SIZE} onClose={props.onClose}>
      {(coins) => <ReferenceForm pair={knownPair(props.market, coins)} {...props} />}
    </WithCoins>
  );
}

function ReferenceForm({ market, pair, onClose }: ReferenceProps & { readonly pair: Pair }) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const draft: RulesDraft = { ...draftOf(market), referencePrice: text };
  const checked = checkRules(draft, pair);
  const faultText = useFaultText(draft, pair);
  const fault = checked.faults[0];
  const { name, quote, tick, reference_price, last_price } = market;
  return (
    <ActDialog
      title={t('reference.title', { name })}
      size={SIZE}
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      fault={isPositiveAmount(text) ? fault && faultText(fault) : t('reference.missing')}
      isGuided
      faultField="referencePrice"
      act={async (reason) => {
        await call('POST /api/v3/console/markets/ask-for-reference-price', {
          body: { name, reference_price: plain(text), reason },
        });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          <p>{t('reference.text')}</p>
          <AmountInput
            name="referencePrice"
            label={t('fields.referencePrice')}
            value={text}
            decimals={MAX_DECIMALS}
            step={plain(tick)}
            unit={quote}
            hint={
              fault
                ? undefined
                : t('reference.bounds', {
                    lowest: formatExact(timesText(plain(reference_price), '0.5')),
                    highest: formatExact(timesText(plain(reference_price), '2')),
                    quote,
                  })
            }
            error={fault && faultText(fault)}
            onChange={setText}
          />
          <p className="dim num">
            {last_price === ''
              ? t('reference.noTrade', { price: formatExact(reference_price), quote })
              : t('reference.now', { price: formatExact(reference_price), last: formatExact(last_price), quote })}
          </p>
        </div>
        <div className={styles.aside}>
          <ExamplePane pair={pair} checked={checked} />
        </div>
      </div>
      <p>{t('reference.effects')}</p>
      <p className="dim">{t('nextTwo')}</p>
    </ActDialog>
  );
}

/** Requests that the reference price of a spot market be cleared. */
export function ClearReferenceDialog({ market, onClose }: ReferenceProps) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const { name, quote, reference_price, last_price } = market;
  return (
    <ActDialog
      title={t('clearReference.title', { name })}
      onClose={onClose}
      action={t('clearReference.action')}
      done={t('asked')}
      act={async (reason) => {
        await call('POST /api/v3/console/markets/ask-for-reference-price', { body: { name, reason } });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <p>{t('clearReference.text', { price: formatExact(reference_price), quote })}</p>
      <p>
        {last_price === ''
          ? t('clearReference.noTrade')
          : t('clearReference.last', { last: formatExact(last_price), quote })}
      </p>
      <p className="dim">{t('nextTwo')}</p>
    </ActDialog>
  );
}
