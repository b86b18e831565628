declare const unit: unique symbol;
type Unit<Name extends string> = number & { readonly [unit]: Name };

/** An amount as a whole number of an asset's smallest units, each 10^-scale of one coin. */
export type AssetUnits = Unit<'AssetUnits'>;
/** A price as a whole number of a market's ticks. */
export type PriceTicks = Unit<'PriceTicks'>;
/** A size as a whole number of a market's lots. */
export type SizeLots = Unit<'SizeLots'>;
/** A rate in parts per million. */
export type RatePpm = Unit<'RatePpm'>;
/** Milliseconds since the Unix epoch, on the exchange's clock. */
export type TimeMs = Unit<'TimeMs'>;

export const assetUnits = (n: number) => n as AssetUnits;
export const priceTicks = (n: number) => n as PriceTicks;
export const sizeLots = (n: number) => n as SizeLots;
export const ratePpm = (n: number) => n as RatePpm;
export const timeMs = (n: number) => n as TimeMs;
