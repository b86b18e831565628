import { IconMessageCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChat, useUnreadAnswers } from '../../lib/support.ts';
import { accountEntries, rewardEntries } from '../../ui/account-frame.tsx';
import styles from './menus.module.css';

/** Links to the account pages, in the menu of signed-in clients. */
export function AccountLinks({ onFollow }: { readonly onFollow: () => void }) {
  const { t } = useTranslation();
  const unread = useUnreadAnswers();
  const openChat = useChat((chat) => chat.open);
  return (
    <nav className={styles.links} aria-label={t('accountNav.label')}>
      {[...accountEntries, ...rewardEntries].map(({ text, to, icon: Icon }) => (
        <Link key={to} to={to} className={styles.item} onClick={onFollow}>
          <Icon size={17} stroke={1.6} aria-hidden="true" />
          {t(text)}
        </Link>
      ))}
      <button
        type="button"
        className={styles.item}
        aria-label={unread === 0 ? undefined : t('nav.chatUnread', { count: unread })}
        onClick={() => {
          onFollow();
          openChat();
        }}
      >
        <IconMessageCircle size={17} stroke={1.6} aria-hidden="true" />
        {t('nav.chat')}
        {unread === 0 ? null : <span className={`num ${styles.unread}`}>{unread > 99 ? '99+' : unread}</span>}
      </button>
    </nav>
  );
}
