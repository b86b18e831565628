import { IconClock, IconEye, IconLock, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import styles from './data-note.module.css';
import { useLimits } from './use-proof.ts';

/** Explains where photos go, who sees them and how long they are stored. */
export function DataNote() {
  const { t } = useTranslation('kyc');
  const { data } = useLimits();
  const facts = [
    { icon: IconLock, name: 'where' },
    { icon: IconEye, name: 'who' },
    { icon: IconClock, name: 'when' },
    { icon: IconTrash, name: 'howLong' },
  ] as const;
  return (
    <Section title={t('data.title')}>
      <dl className={styles.facts}>
        {facts.map(({ icon: Icon, name }) => (
          <div key={name}>
            <dt>
              <Icon size={18} stroke={1.6} aria-hidden="true" />
              {t(`data.${name}`)}
            </dt>
            <dd>{name === 'howLong' ? <Kept days={data?.kyc_retention_days} /> : t(`data.${name}Text`)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const YEAR_DAYS = 365;

function Kept({ days }: { readonly days: number | undefined }) {
  const { t } = useTranslation('kyc');
  if (days === undefined) return null;
  const isYears = days % YEAR_DAYS === 0;
  const time = isYears ? t('data.years', { count: days / YEAR_DAYS }) : t('data.days', { count: days });
  return t('data.howLongText', { time });
}
