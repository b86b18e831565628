import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazyPart, Toaster, useIsPhone } from '@vitrine/ui';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hasFooter, isOnWhite } from '../../lib/paths.ts';
import { useFrozenNotice, useSession } from '../../lib/session.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { HelpChat } from './help-chat.tsx';
import { RestrictionBanner } from './restriction-banner.tsx';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';

const FrozenDialog = lazyPart(() => import('./frozen-dialog.tsx').then((m) => m.FrozenDialog));

/** The frame of every page; sign-in and sign-up, which have their own frame, are rendered without bars. */
export function Shell() {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isPhone = useIsPhone();
  const frozenNotice = useFrozenNotice();
  const session = useSession().status;
  const main = useFocusOnNewPage(pathname);
  const bare = isOnWhite(pathname);
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <div className={styles.shell}>
        {bare ? null : <TopBar />}
        {bare ? null : <RestrictionBanner />}
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
        {hasFooter(pathname) ? <Footer /> : null}
        {isPhone && !bare ? <BottomBar /> : null}
        {bare ? null : <HelpChat isClient={session === 'client'} />}
      </div>
      <Toaster />
      {frozenNotice ? (
        <LazyPart>
          <FrozenDialog notice={frozenNotice} />
        </LazyPart>
      ) : null}
    </>
  );
}

/** After a navigation, moves the focus to the new page, for keyboards and screen readers. */
function useFocusOnNewPage(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // If the page has already focused its first field, the focus stays there.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
