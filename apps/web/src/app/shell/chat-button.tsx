import { IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useChat, useSupportUnread } from '../../lib/support.ts';
import { fetchAhead } from '../../ui/fetch-ahead.ts';
import styles from './top-bar.module.css';

export const importChatPanel = () => import('../../features/support/support-chat/chat-panel.tsx');

/** Opens the support chat. The button is in the top bar, where it covers neither figures nor other buttons. */
export function ChatButton() {
  const { t } = useTranslation();
  const { isOpen, open, close } = useChat();
  const unread = useSupportUnread();
  return (
    <button
      type="button"
      className={styles.bell}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={unread === 0 ? t('nav.chat') : t('nav.chatUnread', { count: unread })}
      onPointerEnter={fetchAhead(importChatPanel)}
      onFocus={fetchAhead(importChatPanel)}
      onClick={isOpen ? close : open}
    >
      <IconMessageCircle size={19} stroke={1.6} aria-hidden="true" />
      {unread === 0 ? null : <span className={`num ${styles.unread}`}>{unread > 99 ? '99+' : unread}</span>}
    </button>
  );
}
