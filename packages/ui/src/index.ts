export { AmountInput } from './amount/amount-input.tsx';
export { type AmountText, isPositiveAmount, settledAmount, steppedAmount } from './amount/amount-text.ts';
export { Chip, DemoMark, type LiveState, SandboxMark, StaleBadge } from './badges/badges.tsx';
export { BrandMark } from './brand/brand-mark.tsx';
export { type CallArguments, CallError, createCaller, type LocalCode } from './calls/caller.ts';
export { errorSentences, type WordedCode } from './calls/error-sentences.ts';
export { CoinIcon } from './coin-icon/coin-icon.tsx';
export { provideCoinImages, setCoinImages } from './coin-icon/coin-images.ts';
export { CoinName } from './coin-icon/coin-name.tsx';
export { coinTint } from './coin-icon/coin-tint.ts';
export { Dialog, Sheet } from './dialog/dialog.tsx';
export { useEarlyEscape } from './dialog/use-early-escape.ts';
export { useReturnFocus } from './dialog/use-return-focus.ts';
export { Disclosure } from './disclosure/disclosure.tsx';
export { BareSelect } from './fields/bare-select.tsx';
export { Failure } from './fields/failure.tsx';
export { PasswordField } from './fields/password-field.tsx';
export { ChangeText, CoinAmount, MoneyText, PriceText } from './figures/figures.tsx';
export {
  type DecimalText,
  type Direction,
  decimalSign,
  decimalsNeeded,
  decimalsOf,
  directionOf,
  formatAmount,
  formatCoin,
  formatCompact,
  formatDollars,
  formatExact,
  formatInteger,
  formatPercent,
  formatPrice,
  formatSigned,
  type NumberFormat,
  setFigures,
  usualFormat,
} from './figures/format.ts';
export { vipLevelText } from './figures/vip-level.ts';
export { createI18n, type LanguageTexts } from './i18n/create-i18n.ts';
export { PHONE_QUERY, useIsPhone } from './media/use-is-phone.ts';
export { lazyPart, lazyTogether } from './page/lazy-together.ts';
export { pathInside } from './page/path-inside.ts';
export { rootOptions } from './page/root-options.ts';
export { Panel } from './panel/panel.tsx';
export { type Column, DataTable } from './table/data-table.tsx';
export { EmptyState } from './table/empty-state.tsx';
export { LoadFailed } from './table/load-failed.tsx';
export { MoreRows, type PagedQuery } from './table/more-rows.tsx';
export { type Rows, rowsOf } from './table/rows.ts';
export { VitrineProvider } from './theme/vitrine-provider.tsx';
export { TOAST_MS, Toaster, toast } from './toast/toast.tsx';
