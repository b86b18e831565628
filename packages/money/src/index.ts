export {
  addUnits,
  feeUnitsCeil,
  MAX_UNITS,
  mulDivCeil,
  mulDivFloor,
  multiplyExact,
  subtractUnits,
} from './arithmetic.ts';
export { formatDecimal, parseDecimal, trimZeros } from './decimal.ts';
export {
  type MarketFault,
  type MarketFaultReason,
  type MarketForm,
  type MarketUnits,
  marketUnits,
  type PairScales,
  slippageOfPercent,
} from './market-form.ts';
export {
  type PerpetualFault,
  type PerpetualFaultReason,
  type PerpetualTermsForm,
  type PerpetualTermsUnits,
  perpetualTerms,
} from './perpetual-form.ts';
export { formatPrice, formatSize, lotStep, parsePrice, parseSize, type Step, tickStep } from './steps.ts';
export {
  type AssetUnits,
  assetUnits,
  type PriceTicks,
  priceTicks,
  type RatePpm,
  ratePpm,
  type SizeLots,
  sizeLots,
  type TimeMs,
  timeMs,
} from './units.ts';
