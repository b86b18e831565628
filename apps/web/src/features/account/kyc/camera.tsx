import { Button, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './camera.module.css';
import { type Photo, type PhotoProblem, photoOfVideo } from './photo-file.ts';

type CameraState = 'starting' | 'live' | 'refused' | 'none';

type CameraProps = {
  readonly facing: 'user' | 'environment';
  readonly onTaken: (photo: Photo | PhotoProblem) => void;
  readonly onClose: () => void;
};

/** The camera's live picture. The camera is on only while this is mounted. */
export function Camera({ facing, onTaken, onClose }: CameraProps) {
  const { t } = useTranslation('kyc');
  const video = useRef<HTMLVideoElement>(null);
  const state = useCamera(video, facing);
  const take = () => {
    if (video.current) onTaken(photoOfVideo(video.current));
  };
  if (state === 'refused' || state === 'none') {
    return (
      <div className={styles.failed} role="alert">
        <p>{t(state === 'refused' ? 'camera.refused' : 'camera.none')}</p>
        <Button variant="default" onClick={onClose}>
          {t('camera.back')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <video
        ref={video}
        className={styles.video}
        data-mirrored={facing === 'user' || undefined}
        aria-label={t('camera.label')}
        autoPlay
        playsInline
        muted
      />
      <span className={styles.outline} data-kind={facing === 'user' ? 'face' : 'card'} aria-hidden="true" />
      <div className={styles.bar}>
        <Button variant="default" onClick={onClose}>
          {t('camera.back')}
        </Button>
        <Button disabled={state === 'starting'} data-autofocus onClick={take}>
          {state === 'starting' ? (
            <Loader size={16} color="currentColor" aria-label={t('camera.starting')} />
          ) : (
            t('camera.take')
          )}
        </Button>
      </div>
    </>
  );
}

/** Shows the camera's stream in a video element, at its highest resolution. */
function useCamera(video: { readonly current: HTMLVideoElement | null }, facing: CameraProps['facing']): CameraState {
  const [state, setState] = useState<CameraState>('starting');
  useEffect(() => {
    let isGone = false;
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      const wish = { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1440 } };
      stream = await navigator.mediaDevices.getUserMedia({ video: wish, audio: false });
      if (isGone || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      setState('live');
    };
    start().catch((error: Error) => {
      stop();
      if (!isGone) setState(error.name === 'NotAllowedError' ? 'refused' : 'none');
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [facing, video]);
  return state;
}
