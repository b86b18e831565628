import { Link } from '@tanstack/react-router';
import { formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import { paths } from '../../../lib/paths.ts';
import { dateTimeText } from '../../../lib/when.ts';
import type { WithdrawalLimits } from '../../../lib/withdrawals.ts';
import { Section } from '../../../ui/section.tsx';
import { Steps } from '../shared/steps.tsx';
import type { WithdrawModel } from './use-withdraw.ts';
import styles from './withdraw.module.css';

/** The withdrawal limits, and what happens to a withdrawal. */
export function WithdrawAside({ withdraw }: { readonly withdraw: WithdrawModel }) {
  const { t } = useTranslation('withdraw');
  const { limits } = withdraw.context;
  const { row } = withdraw.summary;
  const hasFactor = limits !== undefined && (!limits.single_applies || limits.single_ends_at !== undefined);
  return (
    <>
      <LimitSection withdraw={withdraw} />
      <Section title={t('steps.title')}>
        <Steps
          steps={[
            { title: t('steps.confirm'), text: t(hasFactor ? 'steps.confirmFactorText' : 'steps.confirmText') },
            {
              title: t('steps.check'),
              text:
                limits === undefined
                  ? t('steps.checkTextBare')
                  : t('steps.checkText', {
                      one: formatPrice(limits.approval_above.one),
                      two: formatPrice(limits.approval_above.two),
                    }),
            },
            { title: t('steps.send'), text: t('steps.sendText') },
            {
              title: t('steps.arrive'),
              text:
                row === undefined
                  ? t('steps.arriveTextBare')
                  : t('steps.arriveText', { count: row.unlock_confirmations }),
            },
          ]}
        />
      </Section>
    </>
  );
}

function LimitSection({ withdraw: { context, form, summary } }: { readonly withdraw: WithdrawModel }) {
  const { t } = useTranslation('withdraw');
  const { limits } = context;
  const usdt = (text: string | undefined) => (text === undefined ? '–' : formatPrice(trimZeros(text)));
  return (
    <Section title={t('limit.title')}>
      <div className={`num ${styles.left}`}>
        <b>{usdt(limits?.left)}</b>
        <span>{t('limit.left', { all: usdt(limits?.per_day) })}</span>
        <meter
          aria-label={t('limit.title')}
          min={0}
          max={Number(limits?.per_day ?? 1)}
          value={Number(limits?.left ?? 0)}
        />
      </div>
      <dl className={`num ${styles.facts}`}>
        <div>
          <dt>{t('limit.minimum')}</dt>
          <dd>{summary.row === undefined ? '–' : `${formatPrice(summary.row.minimum)} ${form.coin}`}</dd>
        </div>
        {limits?.single_applies ? (
          <div>
            <dt>{t('limit.single')}</dt>
            <dd>
              {t('limit.singleValue', { value: usdt(limits.single) })}
              {limits.single_ends_at === undefined ? null : (
                <> {t('limit.singleUntil', { time: dateTimeText(limits.single_ends_at) })}</>
              )}
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t('limit.onlySaved')}</dt>
          <dd>{onlySavedText(t, limits)}</dd>
        </div>
      </dl>
      {limits?.tier === 'Unverified' ? (
        <p className={styles.verify}>
          {t('limit.verify')}{' '}
          <Link to={paths.verificationOverview} className="link">
            {t('limit.verifyAction')}
          </Link>
        </p>
      ) : null}
    </Section>
  );
}

function onlySavedText(t: ReturnType<typeof useTranslation<'withdraw'>>['t'], limits: WithdrawalLimits | undefined) {
  if (limits === undefined) return '–';
  const { is_on, until } = limits.only_saved;
  if (!is_on) return t('limit.off');
  return until === 0 ? t('limit.on') : t('limit.onUntil', { time: dateTimeText(until) });
}
