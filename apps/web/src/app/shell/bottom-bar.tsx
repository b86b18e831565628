import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import styles from './bottom-bar.module.css';
import { bottomEntries, isIn } from './menu-entries.ts';

/** The phone's main menu, within reach of a thumb. The trade page covers it with its Buy and Sell buttons. */
export function BottomBar() {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav className={styles.bar} aria-label={t('nav.label')} data-bottom-bar>
      {bottomEntries.map(({ text, to, params, section, icon: Icon }) => (
        <Link
          key={text}
          to={to}
          reloadDocument={to === paths.landing}
          params={params}
          className={styles.entry}
          aria-current={isIn(pathname, section) ? 'page' : undefined}
        >
          <Icon size={22} stroke={1.6} aria-hidden="true" />
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}
