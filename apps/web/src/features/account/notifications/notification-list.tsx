import {
  type Icon,
  IconArrowBackUp,
  IconArrowBarDown,
  IconArrowBarUp,
  IconCalendarEvent,
  IconCalendarOff,
  IconClipboardX,
  IconCpu,
  IconCreditCard,
  IconCreditCardOff,
  IconCreditCardRefund,
  IconDeviceLaptop,
  IconFileText,
  IconGift,
  IconIdBadge2,
  IconLeaf,
  IconLock,
  IconMessage,
  IconRefresh,
  IconRefreshOff,
  IconShieldLock,
  IconSparkles,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatExact } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { Notification } from '../../../lib/notifications.ts';
import { paths } from '../../../lib/paths.ts';
import { useChat } from '../../../lib/support.ts';
import { timeText } from '../../../lib/when.ts';
import { DayLists } from '../../../ui/day-lists.tsx';
import styles from './notification-list.module.css';

const ICONS = {
  welcome: IconSparkles,
  deposit_credited: IconArrowBarDown,
  withdrawal_requested: IconArrowBarUp,
  withdrawal_completed: IconArrowBarUp,
  withdrawal_refused: IconArrowBackUp,
  limit_converted: IconRefresh,
  limit_convert_ended: IconRefreshOff,
  order_refused: IconClipboardX,
  position_closed: IconLock,
  position_settled: IconCalendarOff,
  market_terms_changed: IconFileText,
  delisting_planned: IconCalendarEvent,
  delisting_reminder: IconCalendarEvent,
  delisting_cancelled: IconCalendarOff,
  purchase_credited: IconCreditCard,
  purchase_failed: IconCreditCardOff,
  purchase_taken_back: IconCreditCardRefund,
  earn_unlocked: IconLeaf,
  earn_released: IconLeaf,
  earn_ending: IconLeaf,
  earn_renewing: IconLeaf,
  earn_closed: IconLeaf,
  earn_paid_out: IconLeaf,
  earn_renewed: IconLeaf,
  earn_not_renewed: IconLeaf,
  dual_returned: IconLeaf,
  dual_converted: IconLeaf,
  dual_unpriced: IconLeaf,
  rental_ended: IconCpu,
  auto_invest_bought: IconLeaf,
  auto_invest_partly: IconLeaf,
  auto_invest_no_balance: IconLeaf,
  auto_invest_skipped: IconLeaf,
  points_converted: IconGift,
  fee_credit_granted: IconGift,
  fee_credit_revoked: IconArrowBackUp,
  commission_paid: IconGift,
  referral_held: IconLock,
  referral_released: IconGift,
  referral_denied: IconLock,
  new_sign_in: IconDeviceLaptop,
  password_changed: IconLock,
  security_changed: IconShieldLock,
  kyc_submitted: IconIdBadge2,
  kyc_approved: IconIdBadge2,
  kyc_photo_refused: IconIdBadge2,
  restriction_set: IconShieldLock,
  restriction_ended: IconShieldLock,
  objection_answered: IconMessage,
  support_replied: IconMessage,
  announcement: IconSpeakerphone,
} as const satisfies Record<Notification['kind'], Icon>;
type Kind = keyof typeof ICONS;

type Known = Notification & { readonly kind: Kind };

/** A newer server may send a kind for which this page has no text: such notifications are omitted until a reload. */
const isKnown = (notification: Notification): notification is Known => notification.kind in ICONS;

export function NotificationList({ notifications }: { readonly notifications: readonly Notification[] }) {
  return (
    <div className={styles.days}>
      <DayLists items={notifications.filter(isKnown)}>
        {(notification) => <Item key={notification.id} notification={notification} />}
      </DayLists>
    </div>
  );
}

/** The notification's link, for kinds that have one. */
function Way({ kind, news }: { readonly kind: Kind; readonly news: string | undefined }) {
  const { t } = useTranslation('notifications');
  const openChat = useChat((chat) => chat.open);
  if (kind === 'announcement' && news !== undefined) {
    return (
      <Link to={paths.news} params={{ id: news }} className={`link ${styles.way}`}>
        {t('read')}
      </Link>
    );
  }
  if (kind !== 'support_replied') return null;
  return (
    <button type="button" className={`link ${styles.way}`} onClick={openChat}>
      {t('openChat')}
    </button>
  );
}

function Item({ notification }: { readonly notification: Known }) {
  const { t } = useTranslation('notifications');
  const { kind, time, is_read } = notification;
  const parameters = useWords(notification);
  const Mark = ICONS[kind];
  return (
    <li className={styles.item} data-unread={!is_read || undefined}>
      <span className={styles.mark}>
        <Mark size={18} stroke={1.6} aria-hidden="true" />
      </span>
      <div>
        <p className={styles.title}>
          {t(`kinds.${kind}.title`, { replace: parameters })}
          {is_read ? null : <span className={styles.dot} role="img" aria-label={t('unread')} />}
        </p>
        <p className={styles.text}>{t(`kinds.${kind}.text`, { replace: parameters })}</p>
        <Way kind={kind} news={parameters.news} />
      </div>
      <time className={`num ${styles.time}`} dateTime={new Date(time).toISOString()}>
        {timeText(time)}
      </time>
    </li>
  );
}

/**
 * The notification's parameters for display: digits are grouped, and the code of a restriction's reason or a refund's
 * cause is replaced by its text.
 */
function useWords({ kind, parameters: given }: Notification): Notification['parameters'] {
  const { t } = useTranslation('common');
  const parameters = grouped(given);
  const { reason = '', cause = '' } = parameters;
  if (kind === 'purchase_taken_back')
    return {
      ...parameters,
      cause: t(`returnCauses.${cause}` as 'returnCauses.refunded', { defaultValue: cause }),
    };
  if (!kind.startsWith('restriction_')) return parameters;
  return {
    ...parameters,
    reason: t(`restrictionReasons.${reason}` as 'restrictionReasons.client_request', { defaultValue: reason }),
  };
}

const AMOUNTS = ['amount', 'receives', 'returned', 'interest', 'rest', 'strike', 'price'] as const;

/** The parameters with thousands separators in the amounts, which the server sends as plain decimals. */
function grouped(parameters: Notification['parameters']): Notification['parameters'] {
  const written = AMOUNTS.map((name) => [name, parameters[name]] as const).filter(
    (one): one is readonly [(typeof AMOUNTS)[number], string] => /^\d+(\.\d+)?$/.test(one[1] ?? ''),
  );
  return { ...parameters, ...Object.fromEntries(written.map(([name, value]) => [name, formatExact(value)])) };
}
