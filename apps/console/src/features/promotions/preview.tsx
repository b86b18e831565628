import type { Language } from '@vitrine/contract/languages';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Draft, pictureUrl } from './draft.ts';
import styles from './preview.module.css';

/** The promotion as readers of a language will see it; in English if it has no text in that language. */
export function Preview({ draft, language }: { readonly draft: Draft; readonly language: Language }) {
  const { t } = useTranslation('promotions');
  const { texts, place, link, endsAt, picture } = draft;
  const { title, text, alt } = texts[language].title.trim() === '' ? texts.en : texts[language];
  const shown = usePictureUrl(picture);
  return (
    <figure className={styles.preview} aria-label={t('preview')}>
      <figcaption>{t('preview')}</figcaption>
      <div data-place={place}>
        {shown && place === 'promotion' ? <img src={shown} alt={alt} /> : null}
        <b>{title}</b>
        <span>{text}</span>
        <small className="num">{t('until', { time: endsAt.replace('T', ' ') })}</small>
        <small>{link}</small>
      </div>
    </figure>
  );
}

function usePictureUrl(picture: Draft['picture']): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!(picture instanceof File)) return setUrl(picture && pictureUrl(picture));
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}
