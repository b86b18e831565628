import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { Note } from '../../ui/note.tsx';
import type { Photo } from './photo-file.ts';
import { PhotoFrame } from './photo-frame.tsx';
import styles from './photo-step.module.css';
import type { IdType, PhotoCheck, PhotoKind } from './proof.ts';
import { RefusalText } from './refusal-text.tsx';

const guides = {
  SELFIE: { good: ['face', 'light', 'alone'], bad: ['hat'] },
  FRONTID: { good: ['corners', 'readable', 'original'], bad: ['flash'] },
  BACKID: { good: ['corners', 'readable', 'original'], bad: ['flash'] },
} as const;

type PhotoStepProps = {
  readonly kind: PhotoKind;
  readonly document: { readonly type: IdType; readonly number: string };
  /** What became of the photo that was sent before. */
  readonly before: PhotoCheck;
  /** Undefined where the document cannot be another one any more. */
  readonly onChangeDocument: (() => void) | undefined;
  readonly onSent: () => void;
};

/** One photo: how it should be, taking or choosing it, looking at it, sending it. */
export function PhotoStep({ kind, document, before, onChangeDocument, onSent }: PhotoStepProps) {
  const { t } = useTranslation('kyc');
  const [photo, setPhoto] = useState<Photo>();
  const [problem, setProblem] = useState<string>();
  const upload = useMutation({
    mutationFn: ({ image }: Photo) =>
      call('POST /api/v2/upload/kyc', {
        body: { id_type: document.type, id_number: document.number, img_type: kind, image },
      }),
    onSuccess: onSent,
    onError: (error) => setProblem(errorText(error)),
  });
  const send = () => {
    if (photo === undefined) return setProblem(t('photo.required'));
    setProblem(undefined);
    upload.mutate(photo);
  };
  return (
    <div className={styles.step}>
      <div className={styles.taking}>
        {before.status === 'DISSAPROVED' ? (
          <Note tone="warn" title={t('photo.notClear')}>
            <RefusalText photo={before} />
          </Note>
        ) : null}
        <PhotoFrame
          kind={kind}
          photo={photo}
          problem={problem}
          isBusy={upload.isPending}
          onPhoto={(next) => {
            setProblem(undefined);
            setPhoto(next);
          }}
          onProblem={(found) => {
            setPhoto(undefined);
            setProblem(t(`photo.${found}`));
          }}
        />
        <div className={styles.actions}>
          <Button
            size="lg"
            variant={photo === undefined ? 'default' : 'filled'}
            loading={upload.isPending}
            onClick={send}
          >
            {t(`photo.send.${kind}`)}
          </Button>
          <p className={styles.document}>
            {t('photo.document', { type: document.type, number: document.number })}
            {onChangeDocument === undefined ? null : (
              <button type="button" className="link" onClick={onChangeDocument}>
                {t('photo.changeDocument')}
              </button>
            )}
          </p>
        </div>
      </div>
      <div className={styles.guide}>
        <h3>{t('guide.title')}</h3>
        <ul>
          {guides[kind].good.map((name) => (
            <li key={name}>
              <IconCheck size={17} stroke={2} className={styles.good ?? ''} aria-hidden="true" />
              {t(`guide.${name}`)}
            </li>
          ))}
          {guides[kind].bad.map((name) => (
            <li key={name}>
              <IconX size={17} stroke={2} className={styles.bad ?? ''} aria-hidden="true" />
              {t(`guide.${name}`)}
            </li>
          ))}
        </ul>
        <p>{t('guide.small')}</p>
      </div>
    </div>
  );
}
