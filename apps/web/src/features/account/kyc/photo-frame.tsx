import { Button, Loader } from '@mantine/core';
import { IconCamera, IconPhotoUp, IconRotate2 } from '@tabler/icons-react';
import { useIsPhone } from '@vitrine/ui';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Camera } from './camera.tsx';
import { type Photo, type PhotoProblem, photoOfFile } from './photo-file.ts';
import styles from './photo-frame.module.css';
import type { PhotoKind } from './proof.ts';
import type { PhotoState } from './use-photo.ts';

const ACCEPTED = 'image/jpeg,image/png,image/webp';

type PhotoFrameProps = {
  readonly kind: PhotoKind;
  readonly state: PhotoState;
  /** Why the photo cannot be sent or was not accepted; errors of the file itself are part of `state`. */
  readonly problem: string | undefined;
  /** Whether the photo is being sent; nothing can be changed meanwhile. */
  readonly isBusy: boolean;
  readonly onTaken: (reading: Promise<Photo | PhotoProblem>) => void;
  readonly onClear: () => void;
};

/** The slot for one photo: empty with buttons to add one, showing the camera, or showing the photo for checking. */
export function PhotoFrame({ kind, state, problem: otherProblem, isBusy, onTaken, onClear }: PhotoFrameProps) {
  const { t } = useTranslation('kyc');
  const [isFilming, setIsFilming] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const problemId = useId();
  const photo = state.kind === 'ready' ? state.photo : undefined;
  const problem = otherProblem ?? (state.kind === 'none' && state.problem ? t(`photo.${state.problem}`) : undefined);

  const take = (reading: Promise<Photo | PhotoProblem>) => {
    setIsFilming(false);
    onTaken(reading);
  };
  const read = (file: File | undefined) => {
    if (file !== undefined) take(photoOfFile(file));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!isBusy) read(event.dataTransfer.files[0]);
  };

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is only an alternative to the buttons inside */}
      <div
        className={styles.frame}
        data-over={isOver || undefined}
        data-invalid={problem !== undefined || undefined}
        data-kind={kind === 'selfie' ? 'face' : 'card'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {photo !== undefined ? (
          <Preview photo={photo} label={t(`photo.preview.${kind}`)} />
        ) : state.kind === 'preparing' ? (
          <p className={styles.preparing} role="status">
            <Loader size={18} color="currentColor" aria-hidden="true" />
            {t('photo.preparing')}
          </p>
        ) : isFilming ? (
          <Camera
            facing={kind === 'selfie' ? 'user' : 'environment'}
            onTaken={(found) => take(Promise.resolve(found))}
            onClose={() => setIsFilming(false)}
          />
        ) : (
          <Ways kind={kind} problemId={problem && problemId} onCamera={() => setIsFilming(true)} onFile={read} />
        )}
      </div>
      {problem === undefined ? null : (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {photo === undefined ? null : <PhotoFoot photo={photo} isBusy={isBusy} onClear={onClear} />}
    </div>
  );
}

type PhotoFootProps = Pick<PhotoFrameProps, 'isBusy' | 'onClear'> & { readonly photo: Photo };

function PhotoFoot({ photo, isBusy, onClear }: PhotoFootProps) {
  const { t } = useTranslation('kyc');
  return (
    <div className={styles.below}>
      <span className="num">
        {t('photo.size', { width: photo.width, height: photo.height, kilobytes: Math.ceil(photo.bytes / 1000) })}
      </span>
      <Button
        variant="default"
        disabled={isBusy}
        leftSection={<IconRotate2 size={17} stroke={1.7} />}
        onClick={onClear}
      >
        {t('photo.retake')}
      </Button>
    </div>
  );
}

type WaysProps = {
  readonly kind: PhotoKind;
  readonly problemId: string | undefined;
  readonly onCamera: () => void;
  readonly onFile: (file: File | undefined) => void;
};

/**
 * The ways to add the photo: by camera or from a file. On a phone, the native camera app is better than a camera in the
 * page.
 */
function Ways({ kind, problemId, onCamera, onFile }: WaysProps) {
  const { t } = useTranslation('kyc');
  const isPhone = useIsPhone();
  const shot = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const input = { type: 'file', accept: ACCEPTED, hidden: true } as const;
  return (
    <div className={styles.ways}>
      <span className={styles.outline} aria-hidden="true" />
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={<IconCamera size={18} stroke={1.7} />}
          aria-describedby={problemId}
          onClick={() => (isPhone ? shot.current?.click() : onCamera())}
        >
          {t('photo.camera')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPhotoUp size={18} stroke={1.7} />}
          aria-describedby={problemId}
          onClick={() => file.current?.click()}
        >
          {t('photo.file')}
        </Button>
      </div>
      {isPhone ? null : <p>{t('photo.drop')}</p>}
      <input
        {...input}
        ref={shot}
        data-testid="shot"
        capture={kind === 'selfie' ? 'user' : 'environment'}
        onChange={(event) => onFile(event.currentTarget.files?.[0])}
      />
      <input {...input} ref={file} data-testid="file" onChange={(event) => onFile(event.currentTarget.files?.[0])} />
    </div>
  );
}

/** Drawn on a canvas, so that the photo never has a URL. */
function Preview({ photo, label }: { readonly photo: Photo; readonly label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      const bytes = Uint8Array.from(atob(photo.image.slice(photo.image.indexOf(',') + 1)), (sign) =>
        sign.charCodeAt(0),
      );
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
      if (!isGone) canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0);
      bitmap.close();
    };
    void draw();
    return () => {
      isGone = true;
    };
  }, [photo]);
  return (
    <canvas
      ref={canvas}
      className={styles.preview}
      width={photo.width}
      height={photo.height}
      role="img"
      aria-label={label}
    />
  );
}
