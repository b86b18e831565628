import { Input, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './picture-field.module.css';
import { type ChosenPicture, pictureUrl } from './pictures.ts';

const MEGABYTES = 6;
const ACCEPTED = 'image/png,image/jpeg,image/webp';

interface PictureFieldProps {
  readonly picture: ChosenPicture | undefined;
  readonly onPicture: (next: ChosenPicture | undefined) => void;
  readonly alt: string;
  readonly onAlt: (next: string) => void;
}

/** The picture as readers will see it above the text, and its description. */
export function PictureField({ picture, onPicture, alt, onAlt }: PictureFieldProps) {
  const { t } = useTranslation('news');
  const [fault, setFault] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (picker.current) picker.current.value = '';
    if (file === undefined) return;
    if (file.size > MEGABYTES * 1_000_000) return setFault(t('pictureTooLarge', { megabytes: MEGABYTES }));
    setFault('');
    onPicture(file);
  };
  const refuse = () => {
    setFault(t('pictureUnreadable'));
    onPicture(undefined);
  };
  return (
    <>
      <Input.Wrapper
        labelElement="div"
        label={t('fields.picture')}
        description={t('pictureText', { megabytes: MEGABYTES })}
        error={fault || undefined}
        errorProps={{ role: 'alert' }}
      >
        <div className={styles.picture}>
          {picture ? <Preview picture={picture} alt={alt} onUnreadable={refuse} /> : null}
          <p className={styles.acts}>
            <button type="button" className="link" onClick={() => picker.current?.click()}>
              {t(picture ? 'replacePicture' : 'choosePicture')}
            </button>
            {picture ? (
              <button type="button" className="link" onClick={() => onPicture(undefined)}>
                {t('removePicture')}
              </button>
            ) : null}
          </p>
          <input
            ref={picker}
            type="file"
            hidden
            accept={ACCEPTED}
            onChange={(event) => choose(event.currentTarget.files?.[0])}
          />
        </div>
      </Input.Wrapper>
      {picture ? (
        <TextInput
          label={t('fields.pictureAlt')}
          description={t('pictureAltText')}
          maxLength={200}
          value={alt}
          onChange={(event) => onAlt(event.currentTarget.value)}
        />
      ) : null}
    </>
  );
}

interface PreviewProps {
  readonly picture: ChosenPicture;
  readonly alt: string;
  readonly onUnreadable: () => void;
}

function Preview({ picture, alt, onUnreadable }: PreviewProps) {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    if (!(picture instanceof File)) return setSrc(pictureUrl(picture.id));
    const url = URL.createObjectURL(picture);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [picture]);
  return (
    <img className={styles.preview} src={src} alt={alt} onError={picture instanceof File ? onUnreadable : undefined} />
  );
}
