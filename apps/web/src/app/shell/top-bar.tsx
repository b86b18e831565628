import { IconAdjustmentsHorizontal, IconBell, IconMenu2, IconUser, IconWallet } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { BrandMark, lazyPart, SandboxMark, useIsPhone } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnread } from '../../lib/notifications.ts';
import { paths } from '../../lib/paths.ts';
import { useIsLikelyClient } from '../../lib/session.ts';
import { useIsSandbox } from '../../lib/system.ts';
import { fetchAhead } from '../../ui/fetch-ahead.ts';
import { LanguageSelect } from '../../ui/language-select.tsx';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { ConnectionBadge } from '../../ui/live-badge.tsx';
import { lazyPage } from '../lazy-page.tsx';
import { ChatButton } from './chat-button.tsx';
import { DepositButton } from './deposit-button.tsx';
import { isIn, topEntries } from './menu-entries.ts';
import styles from './top-bar.module.css';

const importDeskMenu = () => import('./desk-menu.tsx');
const importBellMenu = () => import('../../features/account/notifications/bell-menu.tsx');
const importPhoneMenu = () => import('./phone-menu.tsx');
const DeskMenu = lazyPart(() => importDeskMenu().then((m) => m.DeskMenu));
const BellMenu = lazyPage(() => importBellMenu().then((m) => m.BellMenu), 'notifications');
const PhoneMenu = lazyPart(() => importPhoneMenu().then((m) => m.PhoneMenu));

export function TopBar() {
  const { t } = useTranslation();
  const isSandbox = useIsSandbox();
  const isPhone = useIsPhone();
  const isClient = useIsLikelyClient();
  return (
    <header className={styles.bar}>
      <Link
        to={isClient ? paths.home : paths.landing}
        reloadDocument={!isClient}
        className={styles.brand}
        aria-label={t('brand')}
      >
        <BrandMark size={24} />
        {t('brand')}
      </Link>
      {isSandbox ? <SandboxMark title={t('sandbox.title')}>{t('sandbox.mark')}</SandboxMark> : null}
      {isPhone ? null : <DeskNav />}
      <div className={styles.right}>
        <ConnectionBadge />
        {isClient || isPhone ? null : <LanguageSelect className={styles.language} />}
        <Entrance isPhone={isPhone} />
        {isClient || !isPhone ? <ChatButton /> : null}
        {isClient ? <Bell isPhone={isPhone} /> : null}
        {isPhone ? <PhoneMenuButton /> : <DeskMenuButton />}
      </div>
    </header>
  );
}

function DeskNav() {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav className={styles.nav} aria-label={t('nav.label')}>
      {topEntries.map(({ text, to, params, section }) => (
        <Link key={text} to={to} params={params} aria-current={isIn(pathname, section) ? 'page' : undefined}>
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}

/** Sign-in and sign-up for visitors; the wallet for clients. */
function Entrance({ isPhone }: { readonly isPhone: boolean }) {
  const { t } = useTranslation();
  const isClient = useIsLikelyClient();
  if (!isClient) {
    return (
      <>
        {isPhone ? null : (
          <Link to={paths.signIn} className={styles.login}>
            {t('nav.login')}
          </Link>
        )}
        <ButtonLink to={paths.signUp} size="sm">
          {t('nav.signUp')}
        </ButtonLink>
      </>
    );
  }
  return isPhone ? null : (
    <>
      <DepositButton />
      <Link to={paths.wallet} className={styles.wallet}>
        <IconWallet size={19} stroke={1.6} aria-hidden="true" />
        {t('nav.wallet')}
      </Link>
    </>
  );
}

/**
 * The bell with the number of unread notifications. On a desktop it opens a menu of the newest; on a phone it
 * opens the notifications page.
 */
function Bell({ isPhone }: { readonly isPhone: boolean }) {
  const { t } = useTranslation();
  const unread = useUnread();
  const [opened, setOpened] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const label = unread === 0 ? t('nav.notifications') : t('nav.notificationsUnread', { count: unread });
  const face = (
    <>
      <IconBell size={19} stroke={1.6} aria-hidden="true" />
      {unread === 0 ? null : <span className={`num ${styles.unread}`}>{unread > 99 ? '99+' : unread}</span>}
    </>
  );
  if (isPhone)
    return (
      <Link to={paths.notifications} className={styles.bell} aria-label={label}>
        {face}
      </Link>
    );
  const button = (
    <button
      type="button"
      className={styles.bell}
      aria-haspopup="dialog"
      aria-expanded={opened}
      aria-label={label}
      onPointerEnter={fetchAhead(importBellMenu)}
      onFocus={fetchAhead(importBellMenu)}
      onClick={() => {
        setIsWanted(true);
        setOpened(!opened);
      }}
    >
      {face}
    </button>
  );
  if (!isWanted) return button;
  return (
    <LazyPart fallback={button}>
      <BellMenu opened={opened} onClose={() => setOpened(false)}>
        {button}
      </BellMenu>
    </LazyPart>
  );
}

/** The menu's code is loaded on hover or focus, and stays loaded. */
function DeskMenuButton() {
  const { t } = useTranslation();
  const isClient = useIsLikelyClient();
  const [opened, setOpened] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const Icon = isClient ? IconUser : IconAdjustmentsHorizontal;
  const button = (
    <button
      type="button"
      className={styles.round}
      aria-haspopup="dialog"
      aria-expanded={opened}
      aria-label={t(isClient ? 'nav.account' : 'appearance.title')}
      onPointerEnter={fetchAhead(importDeskMenu)}
      onFocus={fetchAhead(importDeskMenu)}
      onClick={() => {
        setIsWanted(true);
        setOpened(!opened);
      }}
    >
      <Icon size={18} stroke={1.6} aria-hidden="true" />
    </button>
  );
  if (!isWanted) return button;
  return (
    <LazyPart fallback={button}>
      <DeskMenu opened={opened} onClose={() => setOpened(false)}>
        {button}
      </DeskMenu>
    </LazyPart>
  );
}

function PhoneMenuButton() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.burger}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={t('nav.menu')}
        onPointerEnter={fetchAhead(importPhoneMenu)}
        onClick={() => setOpened(true)}
      >
        <IconMenu2 size={24} stroke={1.6} aria-hidden="true" />
      </button>
      {opened ? (
        <LazyPart>
          <PhoneMenu onClose={() => setOpened(false)} />
        </LazyPart>
      ) : null}
    </>
  );
}
