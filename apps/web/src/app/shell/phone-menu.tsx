import { Drawer } from '@mantine/core';
import { IconArrowBarDown, IconLogout, IconMessageCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useReturnFocus } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useChat } from '../../lib/support.ts';
import { Appearance } from '../../ui/appearance.tsx';
import { LanguageSelect } from '../../ui/language-select.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountLinks } from './account-links.tsx';
import { phoneEntries } from './menu-entries.ts';
import styles from './menus.module.css';
import { useSignOut } from './use-sign-out.ts';

/** The full-screen menu of phones. */
export function PhoneMenu({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const signOut = useSignOut();
  useReturnFocus(true);
  return (
    <Drawer
      opened
      onClose={onClose}
      size="100%"
      position="right"
      title={t('brand')}
      closeButtonProps={{ 'aria-label': t('close'), size: 44, iconSize: 24 }}
      classNames={{
        content: styles.full ?? '',
        header: styles.head ?? '',
        title: styles.brand ?? '',
        body: styles.body ?? '',
      }}
    >
      {session.status === 'client' ? <AccountCard client={session.client} /> : null}
      <nav className={styles.list} aria-label={t('nav.label')}>
        {phoneEntries.map(({ text, to, params, icon: Icon }) => (
          <Link key={text} to={to} reloadDocument={to === paths.landing} params={params} onClick={onClose}>
            <Icon size={22} stroke={1.5} aria-hidden="true" />
            {t(text)}
          </Link>
        ))}
        {session.status === 'client' ? (
          <Link to={paths.deposit} onClick={onClose}>
            <IconArrowBarDown size={22} stroke={1.5} aria-hidden="true" />
            {t('nav.deposit')}
          </Link>
        ) : null}
      </nav>
      {session.status === 'client' ? <AccountLinks onFollow={onClose} /> : null}
      {session.status === 'visitor' ? <ChatEntry onFollow={onClose} /> : null}
      <LanguageSelect className={styles.language} />
      <Appearance />
      {session.status === 'client' ? (
        <button
          type="button"
          className={styles.item}
          onClick={() => {
            onClose();
            void signOut();
          }}
        >
          <IconLogout size={20} stroke={1.6} aria-hidden="true" />
          {t('nav.logout')}
        </button>
      ) : (
        <div className={styles.entrance}>
          <ButtonLink to={paths.signIn} variant="default" size="lg" onClick={onClose}>
            {t('nav.login')}
          </ButtonLink>
          <ButtonLink to={paths.signUp} size="lg" onClick={onClose}>
            {t('nav.signUp')}
          </ButtonLink>
        </div>
      )}
    </Drawer>
  );
}

/** The help chat of visitors; clients have it among the links of their account. */
function ChatEntry({ onFollow }: { readonly onFollow: () => void }) {
  const { t } = useTranslation();
  const openChat = useChat((chat) => chat.open);
  return (
    <button
      type="button"
      className={styles.item}
      onClick={() => {
        onFollow();
        openChat();
      }}
    >
      <IconMessageCircle size={20} stroke={1.6} aria-hidden="true" />
      {t('nav.chat')}
    </button>
  );
}
