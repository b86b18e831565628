import { Button, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { AmountInput, formatAmount, formatInteger, formatPrice, LoadFailed, Panel, toast } from '@vitrine/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import styles from './points-panel.module.css';
import { type PointsView, usePoints, useRewardsChanged } from './use-rewards.ts';

/** The client's points, how they were earned, and the conversion form. */
export function PointsPanel() {
  const { t } = useTranslation('rewards');
  const { data, isError, refetch } = usePoints();
  if (data) return <Loaded view={data} />;
  if (isError)
    return (
      <Panel>
        <LoadFailed title={t('points.failed')} onRetry={refetch} />
      </Panel>
    );
  return <Skeleton height={224} radius={16} />;
}

function Loaded({ view }: { readonly view: PointsView }) {
  const { t } = useTranslation('rewards');
  const { points, coin, points_per_coin: perCoin, worth, totals } = view;
  return (
    <Panel glass className={styles.panel ?? ''}>
      <div className={styles.top}>
        <div>
          <h2 className={styles.label}>{t('points.label')}</h2>
          <p className={styles.total}>{formatInteger(points)}</p>
          <p className={styles.worth}>
            {coin
              ? t('points.worth', { amount: formatAmount(worth, 2), coin, perCoin: formatInteger(perCoin) })
              : t('points.noToken')}
          </p>
        </div>
        {coin ? <Converter view={view} /> : null}
      </div>
      <dl className={styles.sum}>
        <div>
          <dt>{t('points.sum.tasks', { count: totals.claims })}</dt>
          <dd>{formatInteger(totals.tasks)}</dd>
        </div>
        <i aria-hidden="true">−</i>
        <div>
          <dt>{t('points.sum.converted')}</dt>
          <dd>{formatInteger(totals.converted)}</dd>
        </div>
        <i aria-hidden="true">=</i>
        <div>
          <dt>{t('points.sum.now')}</dt>
          <dd>{formatInteger(points)}</dd>
        </div>
      </dl>
    </Panel>
  );
}

function Converter({ view }: { readonly view: PointsView }) {
  const { t } = useTranslation('rewards');
  const { points, coin, points_per_coin: perCoin, convertible, is_verified: isVerified } = view;
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (convertible === 0 ? '' : String(convertible));
  const chosen = Number(text || '0');
  const error = faultOf(chosen, points, perCoin);
  const convert = useConversion(() => setTyped(undefined));
  const amount = formatPrice(trimZeros((chosen / perCoin).toFixed(2)));
  if (!isVerified)
    return (
      <div className={styles.converter}>
        <ButtonLink to={paths.verificationOverview} fullWidth>
          {t('points.verify')}
        </ButtonLink>
        <p className={styles.hint}>{t('points.verifyText')}</p>
      </div>
    );
  return (
    <form
      className={styles.converter}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen > 0 && error === undefined) convert.mutate(chosen);
      }}
    >
      <AmountInput
        label={t('points.amountLabel')}
        value={text}
        onChange={setTyped}
        decimals={0}
        step={String(perCoin)}
        unit={t('points.points')}
        error={error && t(`points.${error}`, { points: formatInteger(points) })}
        disabled={convertible === 0}
      />
      <Button type="submit" fullWidth disabled={chosen === 0 || error !== undefined} loading={convert.isPending}>
        {chosen === 0 || error !== undefined
          ? t('points.convertNone')
          : t('points.convert', { points: formatInteger(chosen), amount, coin })}
      </Button>
      <p className={styles.hint}>
        {convertible === 0
          ? t('points.few', { missing: perCoin - points })
          : t('points.whole', { rest: points % perCoin, coin })}
      </p>
    </form>
  );
}

const faultOf = (chosen: number, points: number, perCoin: number): 'notWhole' | 'tooMany' | undefined => {
  if (chosen % perCoin !== 0) return 'notWhole';
  return chosen > points ? 'tooMany' : undefined;
};

const NO_ANSWER = ['no_response', 'outcome_unknown'];

/**
 * Converts points. If the outcome of a call is unknown, a retry sends the same idempotency key, so that the points are
 * converted only once.
 */
function useConversion(onDone: () => void) {
  const { t } = useTranslation('rewards');
  const changed = useRewardsChanged();
  const intention = useRef<{ readonly points: number; readonly key: string }>(undefined);
  return useMutation({
    mutationFn: (points: number) => {
      if (intention.current?.points !== points) intention.current = { points, key: newIdempotencyKey() };
      return call('POST /api/v3/convert', { body: { points }, idempotencyKey: intention.current.key });
    },
    onSuccess: async ({ message, points, amount, coin }) => {
      intention.current = undefined;
      onDone();
      await changed();
      const words = { points: formatInteger(points), amount: formatPrice(trimZeros(amount)), coin };
      toast.ok(t('points.done'), t(message === 'success' ? 'points.doneDetail' : 'points.waitingDetail', words));
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !NO_ANSWER.includes(error.code)) intention.current = undefined;
      toast.error(errorText(error));
    },
  });
}
