import type pg from 'pg';
import type { Charging } from '../../payments/open.ts';
import { PaypalPayment } from '../../providers/payment/paypal-payment.ts';
import { SimulatedPayment } from '../../providers/payment/simulated-payment.ts';
import { HttpRates } from '../../providers/rates/http-rates.ts';
import { SimulatedRates } from '../../providers/rates/simulated-rates.ts';
import type { Settings } from '../settings/settings.ts';

interface ChargingOfSettings {
  /** The payment provider and the source of exchange rates; undefined if nothing can be bought. */
  readonly charging: Charging | undefined;
  /** The sandbox's own provider; undefined if a configured provider charges instead, and in production. */
  readonly simulatedPayment: SimulatedPayment | undefined;
}

/** The configured provider or, in a sandbox without one, the simulated one. */
export function chargingOf({ payments, mode }: Settings, pool: pg.Pool): ChargingOfSettings {
  if (payments !== undefined) {
    const rates = new HttpRates({ url: payments.ratesUrl, now: Date.now });
    return { charging: { provider: new PaypalPayment(payments.paypal), rates }, simulatedPayment: undefined };
  }
  if (mode !== 'sandbox') return { charging: undefined, simulatedPayment: undefined };
  const simulatedPayment = new SimulatedPayment(pool);
  return { charging: { provider: simulatedPayment, rates: new SimulatedRates() }, simulatedPayment };
}
