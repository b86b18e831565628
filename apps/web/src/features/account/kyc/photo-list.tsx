import { Chip } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '../../../lib/when.ts';
import styles from './photo-list.module.css';
import { type PhotoCheck, type Proof, photoKinds } from './proof.ts';
import { RefusalText } from './refusal-text.tsx';

const tones = { missing: 'plain', pending: 'wait', approved: 'ok', refused: 'bad' } as const;

/** The status of each photo. */
export function PhotoList({ proof: { photos } }: { readonly proof: Proof }) {
  const { t } = useTranslation('kyc');
  return (
    <ul className={styles.list}>
      {photoKinds.map((kind) => (
        <li key={kind}>
          <span>
            <b>{t(`steps.${kind}`)}</b>
            <Sent photo={photos[kind]} />
          </span>
          <Chip tone={tones[photos[kind].status]}>{t(`statuses.${photos[kind].status}`)}</Chip>
        </li>
      ))}
    </ul>
  );
}

function Sent({ photo }: { readonly photo: PhotoCheck }) {
  const { t } = useTranslation('kyc');
  if (photo.status === 'missing') return null;
  return (
    <small>
      {photo.status === 'refused' ? (
        <>
          {t('photo.notClear')} <RefusalText photo={photo} />
        </>
      ) : (
        t('photo.sentAt', { time: dateTimeText(photo.submitted_at) })
      )}
    </small>
  );
}
