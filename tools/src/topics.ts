/** A file, and a name that occurs in it. */
type Place = `${string}#${string}`;

/**
 * Search terms for docs/where-is-what.md, in alphabetical order: terms that are part of no file name, or of too many.
 * Generating the page fails if a place no longer exists.
 */
export const topics: Readonly<Record<string, readonly Place[]>> = {
  'account freeze': [
    'packages/core/src/commands/freeze-owner.ts#FreezeOwner',
    'apps/server/src/restrictions/restrictions.ts#Restrictions',
  ],
  'anti-phishing code in emails': ['apps/server/src/notifications/mail/framed-mail.ts#antiPhishingCode'],
  'approvals, their expiry after 72 hours': ['apps/server/src/staff/approvals/approvals.ts#EXPIRES_HOURS'],
  'audit trail, its hash chain': ['apps/server/src/staff/audit/audit-trail.ts#chained'],
  candles: [
    'apps/server/src/projections/tables/candles.ts#CandlesProjection',
    'apps/server/src/projections/tables/market-series.ts#MarketSeries',
  ],
  'Content-Security-Policy of pages, of API responses': [
    'apps/server/src/http/pages.ts#strictPolicy',
    'apps/server/src/http/guard.ts#plainHeaders',
  ],
  'deposit, its crediting': [
    'apps/server/src/custody/deposits/deposits.ts#Deposits',
    'apps/server/src/custody/deposits/ledger-side.ts#creditCommand',
  ],
  'fee rounding': [
    'packages/money/src/arithmetic.ts#feeUnitsCeil',
    'packages/core/src/spot/fill.ts#payAsTaker',
    'apps/web/src/features/trade/ticket/summary.ts#feeOf',
  ],
  'fee tiers by volume': [
    'apps/server/src/trading/fees/assign-fee-tiers.ts#AssignFeeTiers',
    'apps/server/src/settings/fee-tiers.ts#tierOfVolume',
    'apps/server/src/settings/exchange-settings.ts#feeVolumesUsdt',
    'apps/server/src/settings/fee-rates.ts#followFeeRates',
  ],
  'flush or commit of the log that fails': [
    'packages/sequencer/src/log-writer.ts#untilAnswered',
    'packages/sequencer/src/sequencer.ts#stop',
    'apps/server/src/server.ts#serve',
    'apps/server/src/wiring/process/start-again.ts#startAgain',
  ],
  'heartbeat of the stream': ['apps/server/src/stream/stream.ts#keepAlive'],
  'house market maker, its spread': [
    'apps/server/src/sandbox/house-maker.ts#spread',
    'apps/server/src/sandbox/instruments.ts#rows',
  ],
  'idempotency keys': ['apps/server/src/kit/reference.ts#keyedBy', 'packages/core/src/ledger/references.ts#References'],
  'KYC encryption': ['apps/server/src/files/key-ring.ts#KeyRing', 'apps/server/src/kyc/vault.ts#Vault'],
  'languages, choice of the language': [
    'packages/contract/src/languages.ts#pickLanguage',
    'apps/web/src/lib/preferences.ts#pageLanguage',
    'packages/ui/src/i18n/create-i18n.ts#createI18n',
    'apps/web/src/ui/language-select.tsx#chooseLanguage',
  ],
  'lease of the leader': ['packages/sequencer/src/lease.ts#Lease'],
  'listing of coins and markets': [
    'apps/server/src/listing/listing-approvals.ts#registerListings',
    'apps/server/src/listing/list.ts#listMarket',
    'packages/money/src/market-form.ts#marketUnits',
    'apps/server/src/sandbox/instruments.ts#listingCommands',
  ],
  'OCO order, its trigger': [
    'packages/core/src/spot/triggers.ts#inheritHold',
    'packages/core/src/book/fire-triggers.ts#fireReached',
    'packages/core/src/spot/open-order.ts#endOther',
    'packages/core/src/commands/place-oco.ts#placeOco',
    'packages/core/src/commands/amend-order.ts#canChange',
  ],
  'order matching': ['packages/core/src/book/take.ts#take', 'packages/core/src/spot/fill.ts#fill'],
  'outside news (RSS, Atom), refused addresses (SSRF)': [
    'apps/server/src/providers/news-feed/fetch-feed.ts#fetchFeed',
    'apps/server/src/providers/news-feed/public-address.ts#isPublicAddress',
    'apps/server/src/support/outside-news/outside-news.ts#OutsideNews',
  ],
  'private stream channel': ['apps/server/src/stream/hub/private-channel.ts#PrivateChannel'],
  'profit and loss': [
    'apps/server/src/projections/books/book.ts#Book',
    'apps/server/src/wallet/profit/profit.ts#profitOver',
  ],
  'rate limits of requests, of orders': [
    'apps/server/src/http/request-rates.ts#RequestRates',
    'apps/server/src/wiring/settings/settings.ts#ordersPerSessionPerSecond',
    'apps/server/src/kit/rate-limiter.ts#RateLimiter',
  ],
  'refusals, as errors of the API': [
    'packages/core/src/vocabulary/refusals.ts#refusals',
    'apps/server/src/http/refusal-error.ts#refusalErrors',
  ],
  'reorg (of Bitcoin and every other chain)': [
    'apps/server/src/custody/network/chain-follower.ts#rewind',
    'apps/server/src/custody/deposits/deposits.ts#takeBack',
    'apps/server/src/custody/deposits/deposits.ts#drop',
    'apps/server/src/custody/outgoing/outgoing.ts#takeBack',
  ],
  'session, its expiry and its end': [
    'apps/server/src/auth/session/session-life.ts#SessionLife',
    'apps/server/src/auth/session/session-store.ts#end',
    'apps/server/src/auth/http/sign-in/sign-in.ts#logout',
  ],
  'session cookie, its name, flags and end': [
    'apps/server/src/auth/session/session-cookie.ts#SESSION_COOKIE',
    'apps/server/src/http/request-call.ts#setCookie',
    'apps/server/src/auth/http/sign-in/signed-in.ts#signedIn',
    'apps/server/src/auth/session/session-life.ts#SessionLife',
  ],
  'replacing a stuck payment, its fee': [
    'packages/chains/src/evm/evm-fees.ts#raisedFees',
    'packages/chains/src/bitcoin/bitcoin-payments.ts#replacement',
  ],
  'small balances, hidden': ['apps/web/src/features/wallet/wallet/small-balances.ts#isSmallBalance'],
  'titles, descriptions and canonical URLs in HTML': [
    'apps/server/src/http/html-pages.ts#HtmlPages',
    'apps/server/src/http/page-heads.ts#headOf',
    'apps/web/src/lib/page-heads.ts#pageHeads',
  ],
  'transaction password of an order': [
    'apps/server/src/auth/http/session-principal.ts#tradingPrincipal',
    'apps/server/src/trading/submit-unlocked.ts#submitUnlocked',
  ],
  'visitor’s conversation with support, its cookie': [
    'apps/server/src/support/visitors/visitor-chats.ts#VisitorChats',
    'apps/server/src/support/visitors/http/visitor-chat.ts#VISITOR_CHAT_COOKIE',
  ],
  'withdrawal form, its confirmation, a past withdrawal': [
    'apps/web/src/features/move/withdraw/withdraw-panel.tsx#WithdrawPanel',
    'apps/web/src/features/move/withdraw/confirm-withdrawal-dialog.tsx#ConfirmWithdrawalDialog',
    'apps/web/src/features/move/withdraw/past-withdrawal-dialog.tsx#PastWithdrawalDialog',
  ],
  'withdrawal limit in 24 hours, by verification tier': [
    'apps/server/src/custody/withdrawals/limits.ts#perDay',
    'apps/server/src/settings/exchange-settings.ts#withdrawalPerDayUsdt',
    'packages/core/src/commands/hold-units.ts#passesLimit',
  ],
  'withdrawal limit of a single withdrawal': [
    'apps/server/src/custody/withdrawals/limits.ts#singleLimit',
    'apps/server/src/auth/security/single-withdrawal-limit.ts#WithdrawLimit',
  ],
  'withdrawal states': ['apps/server/src/custody/withdrawals/states.ts#withdrawalSteps'],
  'X-Min-Position': [
    'apps/server/src/http/log-position.ts#readMinPosition',
    'apps/server/src/http/register-endpoints.ts#answerFrom',
  ],
};
