import { Input } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './picture-field.module.css';

const ACCEPTED = 'image/png,image/jpeg,image/webp';

interface PictureFieldProps {
  readonly label: string;
  readonly description: string;
  readonly megabytes: number;
  /** The URL of the existing picture, or a file to be uploaded. */
  readonly picture: string | File | undefined;
  readonly alt: string;
  readonly shape: 'circle' | 'wide';
  readonly onFile: (file: File | undefined) => void;
  /** The effect of the button next to the picture; undefined for no button. */
  readonly removal: 'undo' | 'remove' | undefined;
}

/** A picture as readers will see it, and a button that replaces it. */
export function PictureField({ label, description, megabytes, picture, onFile, removal, ...shown }: PictureFieldProps) {
  const { t } = useTranslation();
  const [fault, setFault] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const src = useSource(picture);
  const choose = (file: File | undefined) => {
    if (picker.current) picker.current.value = '';
    if (file === undefined) return;
    if (file.size > megabytes * 1_000_000) return setFault(t('picture.tooLarge', { megabytes }));
    setFault('');
    onFile(file);
  };
  const refuse = () => {
    setFault(t('picture.unreadable'));
    onFile(undefined);
  };
  return (
    <Input.Wrapper
      className={styles.field}
      labelElement="div"
      label={label}
      description={description}
      error={fault || undefined}
      errorProps={{ role: 'alert' }}
    >
      <div className={styles.picture} data-shape={shown.shape}>
        {src ? <img src={src} alt={shown.alt} onError={picture instanceof File ? refuse : undefined} /> : null}
        <p className={styles.acts}>
          <button type="button" className="link" onClick={() => picker.current?.click()}>
            {t(src ? 'picture.replace' : 'picture.choose')}
          </button>
          {removal ? (
            <button type="button" className="link" onClick={() => onFile(undefined)}>
              {t(`picture.${removal}`)}
            </button>
          ) : null}
        </p>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={label}
          accept={ACCEPTED}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </div>
    </Input.Wrapper>
  );
}

/** The URL of a picture; undefined until a file has one. */
function useSource(picture: string | File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!(picture instanceof File)) return setUrl(undefined);
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return picture instanceof File ? url : picture;
}
