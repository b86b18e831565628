import { type ComponentType, type MouseEvent, useEffect, useState } from 'react';
import { isClient } from './live.ts';
import { createStore, useStore } from './store.ts';
import type { Texts } from './texts.ts';
import styles from './top-bar.module.css';

const isOpen = createStore(false);

/**
 * Click handler for links to the contact page. Opens the chat instead, except for signed-in clients, whose conversation
 * is in the app.
 */
export function openChat(event: MouseEvent): void {
  if (isClient.get()) return;
  event.preventDefault();
  isOpen.set(true);
}

export function ChatButton({ texts: { nav } }: { readonly texts: Texts }) {
  const opened = useStore(isOpen);
  if (useStore(isClient)) return null;
  return (
    <button
      type="button"
      className={styles.scheme}
      aria-haspopup="dialog"
      aria-expanded={opened}
      aria-label={nav.chat}
      title={nav.chat}
      onClick={() => isOpen.set(!opened)}
    >
      <svg
        width="20"
        height="20"
        viewBox="0 0 22 22"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M4 5h14v9h-7l-4 4v-4H4z" />
      </svg>
    </button>
  );
}

type Panel = ComponentType<{ readonly onClose: () => void }>;

/** The chat. Its code is loaded when it is first opened. */
export function Chat({ language, texts }: { readonly language: string; readonly texts: Texts }) {
  const opened = useStore(isOpen);
  const [Shown, setShown] = useState<Panel>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!opened || Shown) return;
    loadChat(language).then(
      (loaded) => setShown(() => loaded),
      () => setHasFailed(true),
    );
  }, [opened, Shown, language]);
  if (!opened) return null;
  if (hasFailed)
    return (
      <p role="alert" className={styles.failed}>
        {texts.nav.chatFailed}
      </p>
    );
  return Shown ? <Shown onClose={() => isOpen.set(false)} /> : null;
}

async function loadChat(language: string): Promise<Panel> {
  const [{ i18n, startI18nIn }, { VisitorChat }] = await Promise.all([
    import('../lib/i18n.ts'),
    import('../ui/chat/visitor-chat.tsx'),
  ]);
  await startI18nIn(language);
  await i18n.loadNamespaces(['support', 'errors']);
  return VisitorChat;
}
