import { IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { consoleLanguages, languageNames } from '@vitrine/contract/languages';
import { BareSelect, Toaster } from '@vitrine/ui';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { chooseLanguage, pageLanguage, usePreferences } from '../../lib/preferences.ts';
import { useSession, useStaff } from '../../lib/session.ts';
import { useSignOut } from '../../lib/use-sign-out.ts';
import { mayOpen, navigation } from '../navigation.ts';
import { Brand } from './brand.tsx';
import { HealthStrip } from './health-strip.tsx';
import styles from './shell.module.css';

/**
 * The maximum number of menu entries next to the brand. If there are more, the menu gets its own line, so that all stay
 * visible.
 */
const MOST_BESIDE = 9;

/** The frame of every page: the bar with the menu, and the content area. */
export function Shell() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <>
      <a className={styles.skip} href="#page">
        {t('skip')}
      </a>
      <header className={styles.bar}>
        <Brand />
        <Menu />
        <div className={styles.right}>
          <LanguageSelect />
          <SchemeButton />
          <Self />
        </div>
      </header>
      <HealthStrip />
      <main id="page" className={styles.page} tabIndex={-1}>
        <Suspense fallback={<p className={styles.loading}>{t('loading')}</p>}>
          {session.status === 'unknown' ? <p className={styles.loading}>{t('loading')}</p> : <Outlet />}
        </Suspense>
      </main>
      <Toaster />
    </>
  );
}

function Menu() {
  const { t } = useTranslation();
  const staff = useStaff();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const list = useRef<HTMLElement>(null);
  // On a phone the menu is wider than the window: keep the current page's entry in view.
  useEffect(() => {
    if (pathname) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  if (staff === undefined) return null;
  const entries = navigation.filter((entry) => mayOpen(entry, staff.roles));
  return (
    <nav
      ref={list}
      className={styles.menu}
      data-many={entries.length > MOST_BESIDE || undefined}
      aria-label={t('nav.label')}
    >
      {entries.map(({ to, text }) => (
        <Link key={to} to={to} aria-current={pathname.startsWith(to) ? 'page' : undefined}>
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}

function Self() {
  const { t } = useTranslation();
  const staff = useStaff();
  const signOut = useSignOut();
  if (staff === undefined) return null;
  return (
    <>
      <Link to={paths.access} className={styles.self}>
        <b>{staff.name}</b> <span>{staff.roles.map((role) => t(`roles.${role}`)).join(', ')}</span>
      </Link>
      <button type="button" className={styles.icon} aria-label={t('nav.signOut')} onClick={() => void signOut()}>
        <IconLogout size={16} stroke={1.6} aria-hidden="true" />
      </button>
    </>
  );
}

function LanguageSelect() {
  const { t } = useTranslation();
  return (
    <BareSelect
      className={styles.language ?? ''}
      aria-label={t('language')}
      value={pageLanguage}
      onChange={({ currentTarget }) => chooseLanguage(currentTarget.value)}
    >
      {consoleLanguages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </BareSelect>
  );
}

function SchemeButton() {
  const { t } = useTranslation();
  const { scheme, toggleScheme } = usePreferences();
  const Icon = scheme === 'dark' ? IconSun : IconMoon;
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={t(scheme === 'dark' ? 'scheme.toLight' : 'scheme.toDark')}
      onClick={toggleScheme}
    >
      <Icon size={16} stroke={1.6} aria-hidden="true" />
    </button>
  );
}
