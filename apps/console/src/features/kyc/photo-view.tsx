import { IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import type { KycPhoto } from './kyc.ts';
import styles from './photo-view.module.css';

const ZOOMS = [1, 1.5, 2.5, 4];
const QUARTER = 90;

/** One photo, decrypted for this view and drawn on a canvas; it never has its own URL. */
export function PhotoView({ uid, photo }: { readonly uid: string; readonly photo: KycPhoto }) {
  const { t } = useTranslation(['kyc', 'common']);
  const [zoom, setZoom] = useState(0);
  const [turn, setTurn] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['kyc', 'photo', photo.id],
    queryFn: async ({ signal }) => {
      const { image } = await call('GET /api/v3/console/kyc-photo', { query: { uid, photo: photo.id }, signal });
      const bytes = Uint8Array.from(atob(image), (sign) => sign.charCodeAt(0));
      return createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
    },
    enabled: !photo.erased,
    // Each fetch adds an entry to the audit trail; the photo is discarded when the case is closed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const name = t(`photos.${photo.img_type}`);
  return (
    <figure className={styles.view}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a picture larger than its frame */}
      <section className={styles.frame} tabIndex={0} aria-label={name}>
        {photo.erased ? <p>{t('photo.erased')}</p> : null}
        {error && !data ? (
          <p role="alert">
            {errorText(error)}{' '}
            <button type="button" className="link" onClick={() => void refetch()}>
              {t('common:retry')}
            </button>
          </p>
        ) : null}
        {data ? <Drawing bitmap={data} turn={turn} zoom={ZOOMS[zoom] ?? 1} label={name} /> : null}
      </section>
      <figcaption className={styles.tools}>
        <span className="num">{t('photo.size', { width: photo.width, height: photo.height })}</span>
        <button
          type="button"
          aria-label={t('photo.zoomOut', { photo: name })}
          disabled={!data || zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          <IconZoomOut size={16} stroke={1.6} aria-hidden="true" />
        </button>
        <button
          type="button"
          aria-label={t('photo.zoomIn', { photo: name })}
          disabled={!data || zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <IconZoomIn size={16} stroke={1.6} aria-hidden="true" />
        </button>
        <button
          type="button"
          aria-label={t('photo.rotate', { photo: name })}
          disabled={!data}
          onClick={() => setTurn((turn + QUARTER) % (4 * QUARTER))}
        >
          <IconRotateClockwise size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </figcaption>
    </figure>
  );
}

type DrawingProps = {
  readonly bitmap: ImageBitmap;
  /** Degrees clockwise, a multiple of 90. */
  readonly turn: number;
  readonly zoom: number;
  readonly label: string;
};

function Drawing({ bitmap, turn, zoom, label }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isSideways = turn % (2 * QUARTER) !== 0;
  const width = isSideways ? bitmap.height : bitmap.width;
  const height = isSideways ? bitmap.width : bitmap.height;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.setTransform(1, 0, 0, 1, width / 2, height / 2);
    context.rotate((turn * Math.PI) / (2 * QUARTER));
    context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  }, [bitmap, turn, width, height]);
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      role="img"
      aria-label={label}
      data-zoom={zoom === 1 ? undefined : zoom}
      className={styles.drawing}
    />
  );
}
