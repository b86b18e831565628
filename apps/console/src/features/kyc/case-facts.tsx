import { Link } from '@tanstack/react-router';
import { Chip } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { utcText } from '../../lib/times.ts';
import styles from './case-facts.module.css';
import type { KycCase } from './kyc.ts';

/** The client's data, to be compared with the photos, and other known facts. */
export function CaseFacts({ found }: { readonly found: KycCase }) {
  const { t } = useTranslation('kyc');
  return (
    <aside className={styles.facts} aria-label={t('facts.label')}>
      <section>
        <h3>{t('facts.document')}</h3>
        <dl>
          <Fact name={t('facts.type')}>{found.id_type}</Fact>
          <Fact name={t('facts.number')}>
            <b className={styles.number}>{found.id_number || t('facts.erased')}</b>
          </Fact>
        </dl>
        <p className={styles.note}>{t('facts.compare')}</p>
      </section>
      <section>
        <h3>{t('facts.same')}</h3>
        {found.same_document.length === 0 ? (
          <p className={styles.note}>{t('facts.none')}</p>
        ) : (
          <ul>
            {found.same_document.map(({ uid, verified }) => (
              <li key={uid}>
                <Link to={paths.kycCase} params={{ uid }} className="link num">
                  {uid}
                </Link>
                <Chip tone={verified ? 'bad' : 'wait'}>{t(verified ? 'facts.isVerified' : 'facts.isNot')}</Chip>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h3>{t('facts.client')}</h3>
        <dl>
          <Fact name={t('facts.uid')}>{found.uid}</Fact>
          <Fact name={t('facts.email')}>{found.email}</Fact>
          <Fact name={t('facts.joined')}>{utcText(found.joined_at)}</Fact>
          <Fact name={t('facts.verified')}>{found.verified_at === 0 ? t('facts.no') : utcText(found.verified_at)}</Fact>
        </dl>
      </section>
    </aside>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
