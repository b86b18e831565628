import { Skeleton } from '@mantine/core';
import { type Icon, IconCircleCheck, IconCircleX, IconClock, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatInteger, formatPrice, LoadFailed, Panel } from '@vitrine/ui';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type CallResponse, call, errorText } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { queryClient, WALLET_KEY } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import styles from './buy.module.css';

type Captured = CallResponse<'POST /api/v3/paypal/capture'>;

/** The polling interval until PayPal confirms the payment. */
const ASK_MS = 4_000;

/**
 * The outcome of a purchase, after the return from PayPal. Requesting it also captures an approved payment, at most
 * once.
 */
export function PurchaseOutcome({ id }: { readonly id: number }) {
  const { status } = useSession();
  if (status === 'unknown') return <Waiting />;
  return status === 'client' ? <Outcome id={id} /> : <SignInToSee id={id} />;
}

function Outcome({ id }: { readonly id: number }) {
  const { t } = useTranslation('buy');
  const query = useQuery({
    queryKey: ['purchase', id],
    queryFn: ({ signal }) => call('POST /api/v3/paypal/capture', { body: { purchase_id: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.message === 'pending' ? ASK_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const message = query.data?.message;
  useEffect(() => {
    if (message) void queryClient.invalidateQueries({ queryKey: WALLET_KEY });
  }, [message]);
  if (query.data) return <Told captured={query.data} />;
  if (!query.isError) return <Waiting />;
  if (query.error instanceof ApiError && !query.error.retryable)
    return (
      <Said tone="bad" title={t('outcome.unknown')}>
        <p>{errorText(query.error)}</p>
        <Next />
      </Said>
    );
  return (
    <Panel as="div">
      <LoadFailed title={t('outcome.silent')} onRetry={() => void query.refetch()} />
    </Panel>
  );
}

function Told({ captured: { message, purchase } }: { readonly captured: Captured }) {
  const { t } = useTranslation('buy');
  const charge = `${formatPrice(purchase.charge)} ${purchase.charge_currency}`;
  switch (message) {
    case 'success':
      return (
        <Said tone="ok" title={t('outcome.success')}>
          <p className={`num ${styles.got}`}>{t('outcome.got', { usdt: formatPrice(purchase.usdt) })}</p>
          <p className="num">{t('outcome.booked', { charge, entry: formatInteger(purchase.position) })}</p>
          <div className={styles.next}>
            <ButtonLink to={paths.wallet} search={{ tab: 'spot' }}>
              {t('outcome.wallet')}
            </ButtonLink>
            <ButtonLink to={paths.buy} variant="default">
              {t('outcome.more')}
            </ButtonLink>
          </div>
        </Said>
      );
    case 'pending':
      return (
        <Said tone="wait" title={t('outcome.pending')}>
          <p className="num">{t('outcome.pendingText', { charge })}</p>
          <div className={styles.next}>
            <ButtonLink to={paths.history} search={{ tab: 'purchase' }} variant="default">
              {t('outcome.purchases')}
            </ButtonLink>
          </div>
        </Said>
      );
    case 'not_approved':
      return (
        <Said tone="info" title={t('outcome.notApproved')}>
          <p>{t('outcome.notApprovedText')}</p>
          <Next {...purchase} />
        </Said>
      );
    case 'expired':
      return (
        <Said tone="bad" title={t('outcome.expired')}>
          <p>{t('outcome.expiredText')}</p>
          <Next {...purchase} />
        </Said>
      );
    case 'failed':
      return (
        <Said tone="bad" title={t('outcome.failed')}>
          <p className="num">{t(`outcome.why.${purchase.reason === '' ? 'other' : purchase.reason}`, { charge })}</p>
          <Next {...purchase} />
        </Said>
      );
  }
}

/** Shown when the payer has cancelled on PayPal. */
export function PurchaseCancelled() {
  const { t } = useTranslation('buy');
  return (
    <Said tone="info" title={t('outcome.cancelled')}>
      <p>{t('outcome.cancelledText')}</p>
    </Said>
  );
}

function SignInToSee({ id }: { readonly id: number }) {
  const { t } = useTranslation(['buy', 'common']);
  return (
    <Said tone="info" title={t('outcome.signIn')}>
      <p>{t('outcome.signInText')}</p>
      <div className={styles.next}>
        <ButtonLink to={paths.signIn} search={{ next: `${paths.buy}?purchase=${id}` }}>
          {t('common:nav.login')}
        </ButtonLink>
      </div>
    </Said>
  );
}

/** Links to the purchase form, with the same currency and amount if they are known. */
function Next({ currency, amount }: Partial<Pick<Captured['purchase'], 'currency' | 'amount'>>) {
  const { t } = useTranslation('buy');
  return (
    <div className={styles.next}>
      <ButtonLink to={paths.buy} search={currency && amount ? { currency, amount } : {}}>
        {t('outcome.again')}
      </ButtonLink>
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation('buy');
  return (
    <Panel as="div">
      <div className={styles.outcome} role="status">
        <Skeleton height={32} width={32} circle />
        <div className={styles.said}>
          <h2>{t('outcome.asking')}</h2>
          <p>{t('outcome.askingText')}</p>
        </div>
      </div>
    </Panel>
  );
}

type Tone = 'ok' | 'wait' | 'bad' | 'info';
const icons: Readonly<Record<Tone, Icon>> = {
  ok: IconCircleCheck,
  wait: IconClock,
  bad: IconCircleX,
  info: IconInfoCircle,
};

type SaidProps = { readonly tone: Tone; readonly title: string; readonly children: ReactNode };

function Said({ tone, title, children }: SaidProps) {
  const Icon = icons[tone];
  return (
    <Panel as="div">
      <div className={styles.outcome} data-tone={tone} role="alert">
        <Icon size={32} stroke={1.5} aria-hidden="true" />
        <div className={styles.said}>
          <h2>{title}</h2>
          {children}
        </div>
      </div>
    </Panel>
  );
}
