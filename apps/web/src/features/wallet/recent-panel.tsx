import { Skeleton } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowBarDown,
  IconArrowBarUp,
  IconArrowsExchange,
  IconGift,
  IconPercentage,
  IconRefresh,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState, formatInteger, formatSigned, Panel } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import type { Answer } from '../../lib/api.ts';
import styles from './recent-panel.module.css';
import { useRecentLines } from './use-wallet.ts';

type Line = Answer<'GET /api/v3/wallet/statement'>['lines'][number];

const ICONS = {
  deposit: IconArrowBarDown,
  withdrawal: IconArrowBarUp,
  between_wallets: IconArrowsExchange,
  trade: IconRefresh,
  fee: IconPercentage,
  convert: IconRefresh,
  purchase: IconArrowBarDown,
  reward: IconGift,
  interest: IconPercentage,
  correction: IconAdjustments,
  house_funding: IconArrowBarDown,
} as const;
type Cause = keyof typeof ICONS;
const isCause = (cause: string): cause is Cause => cause in ICONS;

const DECIMALS = 8;
/** At least two decimals, no trailing zeros beyond. */
const shortAmount = (amount: string) => formatSigned(amount, DECIMALS).replace(/(\.\d{2}\d*?)0+$/, '$1');

/** The newest lines of the client's statement, each with its place in the log. */
export function RecentPanel() {
  const { t } = useTranslation('wallet');
  const { data, isError } = useRecentLines();
  return (
    <Panel className={styles.panel ?? ''}>
      <header className={styles.heading}>
        <h2>{t('recent.title')}</h2>
        <Link to={paths.history} search={{ tab: 'ledger' }} className="link">
          {t('recent.all')}
        </Link>
      </header>
      {isError && !data ? (
        <EmptyState compact title={t('recent.error')} role="alert" />
      ) : (
        <ul className={styles.lines} aria-busy={!data}>
          {data ? data.lines.map((line) => <LineRow key={line.id} line={line} />) : <Bones />}
        </ul>
      )}
      {data?.lines.length === 0 ? (
        <EmptyState compact title={t('recent.empty')}>
          {t('recent.emptyText')}
        </EmptyState>
      ) : null}
      <p className={styles.foot}>{t('recent.foot')}</p>
    </Panel>
  );
}

function LineRow({ line }: { readonly line: Line }) {
  const { t, i18n } = useTranslation('wallet');
  const cause = isCause(line.cause) ? line.cause : 'correction';
  const Icon = ICONS[cause];
  const isGain = !line.amount.startsWith('-');
  return (
    <li className={`num ${styles.line}`}>
      <span className={styles.dot}>
        <Icon size={15} stroke={1.7} aria-hidden="true" />
      </span>
      <span>
        <b>{causeText(t, cause, isGain, line.coin)}</b>
        <small>{timeText(line.time, i18n.language)}</small>
      </span>
      <span className={styles.amount}>
        <b>
          {shortAmount(line.amount)} {line.coin}
        </b>
        <small>#{formatInteger(line.position)}</small>
      </span>
    </li>
  );
}

type Translate = ReturnType<typeof useTranslation<'wallet'>>['t'];

function causeText(t: Translate, cause: Cause, isGain: boolean, coin: string): string {
  if (cause === 'trade') return t(isGain ? 'recent.causes.received' : 'recent.causes.paid', { coin });
  return t(`recent.causes.${cause}`);
}

const timeText = (time: number, language: string) =>
  new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }).format(
    time,
  );

function Bones() {
  return ['a', 'b', 'c', 'd'].map((key) => (
    <li key={key} className={styles.line}>
      <Skeleton circle height={28} />
      <Skeleton height={30} width={110} />
      <Skeleton height={30} width={80} />
    </li>
  ));
}
