import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ContactForm } from '../../features/support/contact/contact-form.tsx';
import { useSession } from '../../lib/session.ts';
import { useChat } from '../../lib/support.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Article } from '../../ui/article.tsx';

export function ContactPage() {
  const { t } = useTranslation('info');
  usePageTitle(t('contact.title'));
  const isClient = useSession().status === 'client';
  const points = [
    { title: t('contact.chat.title'), text: t(isClient ? 'contact.chat.client' : 'contact.chat.guest') },
    { title: t('contact.safety.title'), text: t('contact.safety.text') },
    { title: t('contact.report.title'), text: t('contact.report.text') },
    { title: t('contact.faults.title'), text: t('contact.faults.text') },
  ];
  return (
    <Article
      title={t('contact.title')}
      lead={t('contact.lead')}
      points={points}
      action={
        <>
          <OpenChat />
          {isClient ? null : <ContactForm />}
        </>
      }
    />
  );
}

function OpenChat() {
  const { t } = useTranslation('info');
  const open = useChat((chat) => chat.open);
  return <Button onClick={open}>{t('contact.chat.open')}</Button>;
}
