import { IconMessageCircle } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { useChat, useSupportUnread } from '../../lib/support.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { lazyPage } from '../lazy-page.tsx';
import { hasChatButton } from '../paths.ts';
import styles from './help-chat.module.css';

const importPanel = () => import('../../features/support-chat/chat-panel.tsx');
const ChatPanel = lazyPage(() => importPanel().then((m) => m.ChatPanel), 'support');

/** The chat with support and its button, for whoever is signed in. */
export function HelpChat() {
  return useSession().status === 'client' ? <ClientsChat /> : null;
}

function ClientsChat() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isOpen = useChat((chat) => chat.isOpen);
  const unread = useSupportUnread();
  return (
    <>
      {hasChatButton(pathname) ? <ChatButton unread={unread} /> : null}
      {isOpen ? (
        <LazyPart>
          <ChatPanel />
        </LazyPart>
      ) : null}
    </>
  );
}

function ChatButton({ unread }: { readonly unread: number }) {
  const { t } = useTranslation();
  const { isOpen, open, close } = useChat();
  return (
    <button
      type="button"
      className={styles.button}
      data-chat-button
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={unread === 0 ? t('nav.chat') : t('nav.chatUnread', { count: unread })}
      onPointerEnter={() => void importPanel().catch(() => undefined)}
      onClick={isOpen ? close : open}
    >
      <IconMessageCircle size={24} stroke={1.6} aria-hidden="true" />
      {unread === 0 ? null : <span className={`num ${styles.unread}`}>{unread > 99 ? '99+' : unread}</span>}
    </button>
  );
}
