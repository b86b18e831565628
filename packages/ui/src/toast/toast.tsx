import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './toast.module.css';

/** Notices stand for three seconds, as the specification has it; longer while the pointer or focus is on them. */
export const TOAST_MS = 3000;
const MOST_AT_ONCE = 4;

export type ToastTone = 'ok' | 'error' | 'note';
type Toast = { readonly id: number; readonly tone: ToastTone; readonly text: string };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  set(toasts.filter((toast) => toast.id !== id));
}

function startTimer(id: number): void {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => dismiss(id), TOAST_MS),
  );
}

function show(tone: ToastTone, text: string): void {
  lastId += 1;
  set([...toasts.filter((toast) => toast.text !== text), { id: lastId, tone, text }].slice(-MOST_AT_ONCE));
  startTimer(lastId);
}

/** Tells the person what has just happened, for three seconds. The same text is never shown twice at once. */
export const toast = {
  ok: (text: string) => show('ok', text),
  error: (text: string) => show('error', text),
  note: (text: string) => show('note', text),
};

const SIGNS: Record<ToastTone, string> = { ok: '✓', error: '!', note: 'i' };

/** Where toasts appear; rendered once by each app's shell. */
export function Toaster() {
  const { t } = useTranslation('common');
  const shown = useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => toasts,
  );
  return (
    <div className={styles.toaster} aria-live="polite" role="status">
      {shown.map(({ id, tone, text }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the notice up
        <div
          key={id}
          className={styles.toast}
          data-tone={tone}
          onPointerEnter={() => clearTimeout(timers.get(id))}
          onPointerLeave={() => startTimer(id)}
          onFocus={() => clearTimeout(timers.get(id))}
          onBlur={() => startTimer(id)}
        >
          <span className={styles.sign} aria-hidden="true">
            {SIGNS[tone]}
          </span>
          <p>{text}</p>
          <button type="button" className={styles.close} aria-label={t('close')} onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
