import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import { Note } from '../../../ui/note.tsx';
import { type Photo, photoBytes } from './photo-file.ts';
import { PhotoFrame } from './photo-frame.tsx';
import styles from './photo-step.module.css';
import { type IdType, imageTypes, type PhotoCheck, type PhotoKind } from './proof.ts';
import { RefusalText } from './refusal-text.tsx';
import { usePhoto } from './use-photo.ts';
import { waitForTurn } from './wait-for-turn.ts';

const guides = {
  selfie: { good: ['face', 'light', 'alone'], bad: ['hat'] },
  front: { good: ['corners', 'readable', 'original'], bad: ['flash'] },
  back: { good: ['corners', 'readable', 'original'], bad: ['flash'] },
} as const;

type PhotoStepProps = {
  readonly kind: PhotoKind;
  readonly document: { readonly type: IdType; readonly number: string };
  /** The status of the photo that was previously sent for this step. */
  readonly before: PhotoCheck;
  /** Undefined if the document can no longer be changed. */
  readonly onChangeDocument: (() => void) | undefined;
  readonly onSent: () => void;
};

/** One photo: the requirements, taking or choosing it, checking it, sending it. */
export function PhotoStep({ kind, document, before, onChangeDocument, onSent }: PhotoStepProps) {
  const { t } = useTranslation('kyc');
  const { state, take, clear } = usePhoto();
  const [problem, setProblem] = useState<string>();
  const upload = useMutation({
    mutationFn: async (photo: Photo) => {
      const body = photoBytes(photo);
      const { upload_id: image } = await waitForTurn(() => call('POST /api/v3/uploads/kyc-photo', { body }));
      return call('POST /api/v2/upload/kyc', {
        body: { id_type: document.type, id_number: document.number, img_type: imageTypes[kind], image },
      });
    },
    onSuccess: onSent,
    onError: (error) => setProblem(errorText(error)),
  });
  const send = () => {
    if (state.kind !== 'ready') return setProblem(t('photo.required'));
    setProblem(undefined);
    upload.mutate(state.photo);
  };
  return (
    <div className={styles.step}>
      <div className={styles.taking}>
        {before.status === 'refused' ? (
          <Note tone="warn" title={t('photo.notClear')}>
            <RefusalText photo={before} />
          </Note>
        ) : null}
        <PhotoFrame
          kind={kind}
          state={state}
          problem={problem}
          isBusy={upload.isPending}
          onTaken={(reading) => {
            setProblem(undefined);
            void take(reading);
          }}
          onClear={() => {
            setProblem(undefined);
            clear();
          }}
        />
        <div className={styles.actions}>
          <Button
            size="lg"
            variant={state.kind === 'ready' ? 'filled' : 'default'}
            disabled={state.kind === 'preparing'}
            loading={upload.isPending}
            onClick={send}
          >
            {t(state.kind === 'preparing' ? 'photo.preparing' : `photo.send.${kind}`)}
          </Button>
          <p className={styles.document}>
            {t('photo.document', { type: document.type, number: document.number })}
            {onChangeDocument === undefined ? null : (
              <button type="button" className="link" disabled={upload.isPending} onClick={onChangeDocument}>
                {t('photo.changeDocument')}
              </button>
            )}
          </p>
        </div>
      </div>
      <PhotoGuide kind={kind} />
    </div>
  );
}

function PhotoGuide({ kind }: { readonly kind: PhotoKind }) {
  const { t } = useTranslation('kyc');
  return (
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
  );
}
