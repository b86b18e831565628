import { useTranslation } from 'react-i18next';
import styles from './listing-aside.module.css';
import { type OpenFields, type SectionName, stateOf } from './market-sections.ts';

const SIGNS = { complete: '✓', missing: '·', faulty: '!' } as const;

interface SectionStatesProps {
  readonly names: readonly SectionName[];
  readonly open: OpenFields;
}

/** The state of each section, with the number of missing or invalid fields. */
export function SectionStates({ names, open }: SectionStatesProps) {
  const { t } = useTranslation('listing');
  return (
    <section className={styles.part} aria-label={t('market.steps')}>
      <ol className={styles.steps}>
        {names.map((name) => {
          const { state, count } = stateOf(name, open);
          return (
            <li key={name}>
              <span className={styles.sign} data-state={state} aria-hidden="true">
                {SIGNS[state]}
              </span>
              <b>{t(`market.sections.${name}`)}</b>
              <span className="dim">
                {state === 'complete' ? t('market.complete') : t(`market.${state}`, { count })}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The steps from a request to an open market. */
export function NextSteps() {
  const { t } = useTranslation('listing');
  return (
    <section className={styles.part} aria-label={t('market.next')}>
      <h3>{t('market.next')}</h3>
      <ol>
        <li>{t('market.next1')}</li>
        <li>{t('market.next2')}</li>
        <li>{t('market.next3')}</li>
      </ol>
    </section>
  );
}
