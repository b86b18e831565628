import { IconUsers } from '@tabler/icons-react';
import { EmptyState, formatAmount, formatInteger } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../lib/when.ts';
import { Section } from '../../../ui/section.tsx';
import styles from './friends-panel.module.css';
import { HoldStatus } from './hold-status.tsx';
import type { Friend, Referral } from './use-referral.ts';

type FriendsPanelProps = {
  readonly referral: Referral;
  readonly friends: readonly Friend[];
  /** Loads more friends. */
  readonly more: ReactNode;
};

const usdt = (amount: string): string => formatAmount(amount, 2);

/**
 * The client's friends, each with only the first letter of the email address, and totals. On phones, each is a card.
 */
export function FriendsPanel({ referral: { totals, credit, terms }, friends, more }: FriendsPanelProps) {
  const { t } = useTranslation('referral');
  const bonus =
    terms === undefined
      ? t('friends.bonusPlain')
      : t('friends.bonus', { above: formatInteger(terms.bonus_above_usdt) });
  const heads = [
    t('friends.friend'),
    t('friends.joinedOn'),
    t('friends.verified'),
    bonus,
    t('friends.fees'),
    t('friends.commission'),
    t('friends.credit'),
  ];
  return (
    <Section
      title={t('friends.title')}
      action={
        <span className={styles.count}>
          {t('friends.joined', { count: totals.friends, verified: formatInteger(totals.verified) })}
        </span>
      }
    >
      {friends.length === 0 ? (
        <EmptyState icon={IconUsers} title={t('friends.empty')}>
          {t('friends.emptyText')}
        </EmptyState>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {friends.map((friend) => (
              <FriendRow key={`${friend.joined_at} ${friend.name}`} friend={friend} heads={heads} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                {t('friends.total')}
              </th>
              <td data-head={heads[4]}>{usdt(totals.fees)}</td>
              <td data-head={heads[5]}>{usdt(totals.commission)} USDT</td>
              <td data-head={heads[6]}>{usdt(credit.granted)} USDT</td>
            </tr>
          </tfoot>
        </table>
      )}
      {more}
    </Section>
  );
}

function FriendRow({ friend, heads }: { readonly friend: Friend; readonly heads: readonly string[] }) {
  const { t } = useTranslation('referral');
  const { name, joined_at, verified_at, bonus_at, fees, commission, credit, credit_waiting: waiting, hold } = friend;
  const day = (at: number) => (at === 0 ? <span className="dim">{t('friends.notYet')}</span> : dateText(at));
  return (
    <tr>
      <th scope="row">
        <span className={styles.letter} aria-hidden="true">
          {name.toUpperCase()}
        </span>
        {name}•••••
      </th>
      <td data-head={heads[1]}>{dateText(joined_at)}</td>
      <td data-head={heads[2]}>{day(verified_at)}</td>
      <td data-head={heads[3]}>{day(bonus_at)}</td>
      <td data-head={heads[4]}>{usdt(fees)}</td>
      <td data-head={heads[5]}>{usdt(commission)}</td>
      <td data-head={heads[6]}>
        {usdt(credit)}
        {/[1-9]/.test(waiting) ? <small>{t('friends.waiting', { amount: usdt(waiting) })}</small> : null}
        {hold ? <HoldStatus hold={hold} /> : null}
      </td>
    </tr>
  );
}
