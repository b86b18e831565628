import { type Icon, IconAlertTriangle, IconGauge, IconPhone, IconUserCheck } from '@tabler/icons-react';
import { formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import type { WithdrawalLimits } from '../../../lib/withdrawals.ts';
import styles from './confirm-withdrawal-dialog.module.css';
import type { Draft } from './draft.ts';

type ConfirmFactsProps = { readonly drafted: Draft; readonly limits: WithdrawalLimits | undefined };

/** Facts that the client should know before the withdrawal is sent. */
export function ConfirmFacts({ drafted: { draft, left_after }, limits }: ConfirmFactsProps) {
  const { t } = useTranslation('withdraw');
  const needed = draft.approvals_needed;
  const usdt = (text: string) => formatPrice(trimZeros(text));
  const above = needed === 2 ? limits?.approval_above.two : limits?.approval_above.one;
  return (
    <ul className={styles.facts}>
      <Fact icon={IconAlertTriangle} tone="warn" title={t('confirm.undoTitle')} text={t('confirm.undoText')} />
      <Fact icon={IconPhone} tone="warn" title={t('confirm.askTitle')} text={t('confirm.askText')} />
      {needed === 0 ? (
        <Fact
          icon={IconGauge}
          tone="ok"
          title={t('confirm.limitTitle')}
          text={t('confirm.limitText', { left: usdt(left_after), all: usdt(limits?.per_day ?? '0') })}
        />
      ) : (
        <Fact
          icon={IconUserCheck}
          tone="ok"
          title={t('confirm.reviewTitle', { count: needed })}
          text={t('confirm.reviewText', { above: usdt(above ?? '0') })}
        />
      )}
    </ul>
  );
}

type FactProps = {
  readonly icon: Icon;
  readonly tone: 'warn' | 'ok';
  readonly title: string;
  readonly text: string;
};

function Fact({ icon: Icon, tone, title, text }: FactProps) {
  return (
    <li data-tone={tone}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      <b>{title}</b>
      <span className="num">{text}</span>
    </li>
  );
}
