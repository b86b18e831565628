import type { Language } from '@vitrine/contract/languages';

/** A year, in seconds. */
const KEPT_SECONDS = 31_536_000;

/**
 * Stores the chosen language in a cookie, so that the server can send HTML in it; otherwise the server only knows the
 * browser's language. The name must match `languageCookie` in apps/server/src/http/page-heads.ts.
 */
export function storeLanguageCookie(language: Language): void {
  if (typeof document === 'undefined') return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist in all browsers
  document.cookie = `__Host-language=${language}; Path=/; Max-Age=${KEPT_SECONDS}; Secure; SameSite=Lax`;
}
