/*
 * An independent plain computation of commissions, fee credits and points, from the list of what happened. It shares no
 * code with the server: each fee takes from a client's credits at once, and sums are formed anew each time.
 */

const DAY_MS = 86_400_000;
const CENT = 10_000n;
/** The units of the token (six decimals) that one point is worth: 100 points are one token. */
const UNITS_PER_POINT = 10_000n;
const RESERVED_DAYS = 90;

export type Task = 'checkin' | 'checkin_days' | 'trade_volume' | 'deposit' | 'verified';

/** Amounts are units of USDT. */
export interface Rates {
  readonly makerPpm: bigint;
  readonly takerPpm: bigint;
  readonly commissionPpm: bigint;
  readonly joined: bigint;
  readonly bonus: bigint;
  readonly bonusAbove: bigint;
  /** `required` is a number of check-ins or units of USDT. */
  readonly tasks: Readonly<Record<Task, { readonly points: number; readonly required: bigint }>>;
}

export type Happening =
  | { readonly kind: 'verified' | 'refunded' | 'held' | 'released' | 'converted'; readonly who: string }
  | { readonly kind: 'deposited' | 'bought'; readonly who: string; readonly units: bigint }
  | { readonly kind: 'claimed'; readonly who: string; readonly task: Task }
  | {
      readonly kind: 'traded';
      readonly maker: string;
      readonly taker: string;
      /** What the taker does. */
      readonly side: 'BUY' | 'SELL';
      readonly coins: bigint;
      readonly notional: bigint;
    }
  /** The server has done what it does without a request. */
  | { readonly kind: 'worked' };
type At<H> = H & { readonly at: number };
type ActOf<K extends Happening['kind']> = At<Extract<Happening, { readonly kind: K }>>;

interface Payment {
  readonly kind: 'commission' | 'fee_credit' | 'points';
  readonly who: string;
  readonly friend: string;
  readonly day: number;
  units: bigint;
  readonly points: number;
}

interface Credit {
  readonly who: string;
  readonly friend: string;
  readonly cause: 'joined' | 'bonus';
  readonly day: number;
  readonly units: bigint;
  revoked: bigint;
  isGranted: boolean;
}

interface Entry {
  readonly who: string;
  readonly day: number;
  readonly points: number;
  readonly balance: number;
}

interface Person {
  isVerified: boolean;
  usdt: bigint;
  btc: bigint;
  vit: bigint;
  /** What is left of the granted credits. */
  credit: bigint;
  used: bigint;
  /** Covered by credits, and not paid back yet. */
  due: bigint;
  readonly paidIn: { readonly day: number; readonly units: bigint; readonly isPurchase: boolean }[];
  /** The trades that count for tasks. */
  readonly volume: { readonly day: number; readonly units: bigint }[];
  readonly claims: Set<string>;
  readonly checkIns: number[];
  points: number;
  /** Points that the fund has reserved money for, and when that was last renewed. */
  reserved: number;
  touched: number;
}

interface Referral {
  readonly friend: string;
  readonly inviter: string;
  hasJoined: boolean;
  hasBonus: boolean;
  isReturned: boolean;
  isHeld: boolean;
  /** Fees that no credit has covered. */
  readonly fees: { readonly day: number; readonly units: bigint }[];
  paid: bigint;
  paidDay: number;
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);
const mondayOf = (at: number): number => dayOf(at) - ((new Date(at).getUTCDay() + 6) % 7);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const sum = (all: readonly { readonly units: bigint }[]): bigint => all.reduce((so, { units }) => so + units, 0n);

export class PlainRewards {
  readonly payments: Payment[] = [];
  readonly entries: Entry[] = [];
  readonly people: ReadonlyMap<string, Person>;
  readonly referrals: readonly Referral[];
  credits: Credit[] = [];
  /** All fees that clients have paid. */
  fees = 0n;
  readonly #rates: Rates;

  constructor(rates: Rates, names: readonly string[], inviterOf: Readonly<Record<string, string>>) {
    this.#rates = rates;
    this.people = new Map(names.map((name) => [name, nobody()]));
    this.referrals = Object.entries(inviterOf).map(([friend, inviter]) => ({
      ...{ friend, inviter, hasJoined: false, hasBonus: false, isReturned: false, isHeld: false },
      ...{ fees: [], paid: 0n, paidDay: 0 },
    }));
  }

  of(name: string): Person {
    const person = this.people.get(name);
    if (person === undefined) throw new Error(`nobody is called ${name}`);
    return person;
  }

  /** Takes in what happens next. Returns what the server must answer to a claim or a conversion. */
  add(act: At<Happening>): string {
    if (act.kind === 'verified') this.of(act.who).isVerified = true;
    if (act.kind === 'refunded') this.#refund(this.of(act.who));
    if (act.kind === 'held' || act.kind === 'released')
      for (const referral of this.referrals) if (referral.friend === act.who) referral.isHeld = act.kind === 'held';
    if (act.kind === 'deposited' || act.kind === 'bought') this.#payIn(act);
    if (act.kind === 'traded') this.#trade(act);
    if (act.kind === 'worked') this.#work(act.at);
    if (act.kind === 'claimed') return this.#claim(act);
    return act.kind === 'converted' ? this.#convert(act.who, act.at) : '';
  }

  /** The fees of closed days. */
  closed({ fees }: Referral, now: number): bigint {
    return sum(fees.filter(({ day }) => day < dayOf(now)));
  }

  #refund({ paidIn }: Person): void {
    const kept = paidIn.filter(({ isPurchase }) => !isPurchase);
    paidIn.splice(0, paidIn.length, ...kept);
  }

  #payIn({ kind, who, at, units }: ActOf<'deposited' | 'bought'>): void {
    const person = this.of(who);
    person.paidIn.push({ day: dayOf(at), units, isPurchase: kind === 'bought' });
    // The test’s purchases are rows without money.
    if (kind === 'deposited') person.usdt += units;
  }

  #trade({ at, maker, taker, side, coins, notional }: ActOf<'traded'>): void {
    const { makerPpm, takerPpm } = this.#rates;
    const day = dayOf(at);
    const isAmongFriends = this.referrals.some(
      ({ friend, inviter }) => (friend === maker && inviter === taker) || (friend === taker && inviter === maker),
    );
    for (const [who, ppm] of [[maker, makerPpm] as const, [taker, takerPpm] as const]) {
      const person = this.of(who);
      const isBuyer = (who === taker) === (side === 'BUY');
      const fee = (notional * ppm + 999_999n) / 1_000_000n;
      this.fees += fee;
      person.usdt += (isBuyer ? -notional : notional) - fee;
      person.btc += isBuyer ? coins : -coins;
      if (isAmongFriends) continue;
      const back = least(fee, person.credit);
      person.credit -= back;
      person.due += back;
      if (back === 0n) person.volume.push({ day, units: notional });
      this.referrals.find(({ friend }) => friend === who)?.fees.push({ day, units: fee - back });
    }
  }

  /** What the server does without a request: credits, then what they pay back, then commissions. */
  #work(at: number): void {
    const day = dayOf(at);
    for (const referral of this.referrals) this.#findCredits(referral, day);
    for (const referral of this.referrals) this.#return(referral);
    for (const credit of this.credits) {
      const isHeld = this.referrals.some(({ friend, isHeld }) => friend === credit.friend && isHeld);
      if (credit.isGranted || isHeld || !this.of(credit.who).isVerified) continue;
      credit.isGranted = true;
      this.of(credit.who).credit += credit.units;
    }
    for (const [who, person] of this.people) this.#payBack(who, person, day);
    for (const referral of this.referrals) this.#payCommission(referral, at);
    for (const person of this.people.values()) if (at - person.touched > RESERVED_DAYS * DAY_MS) person.reserved = 0;
  }

  #findCredits(referral: Referral, day: number): void {
    const { friend, inviter } = referral;
    const { isVerified } = this.of(friend);
    const add = (cause: Credit['cause'], units: bigint) => {
      for (const who of [inviter, friend])
        this.credits.push({ who, friend, cause, day, units, revoked: 0n, isGranted: false });
    };
    if (isVerified && !referral.hasJoined) add('joined', this.#rates.joined);
    referral.hasJoined = isVerified;
    if (!isVerified || referral.hasBonus || !this.#isLarge(friend)) return;
    add('bonus', this.#rates.bonus);
    referral.hasBonus = true;
  }

  #isLarge(friend: string): boolean {
    return this.of(friend).paidIn.some(({ units }) => units > this.#rates.bonusAbove);
  }

  /** Takes back what is left of a bonus whose purchase was refunded. */
  #return(referral: Referral): void {
    const { friend } = referral;
    if (!referral.hasBonus || referral.isReturned || this.#isLarge(friend)) return;
    referral.isReturned = true;
    const isOfBonus = (credit: Credit) => credit.friend === friend && credit.cause === 'bonus';
    this.credits = this.credits.filter((credit) => !isOfBonus(credit) || credit.isGranted);
    for (const credit of this.credits.filter(isOfBonus)) {
      const person = this.of(credit.who);
      credit.revoked = least(credit.units, person.credit);
      person.credit -= credit.revoked;
    }
  }

  /** The parts of one day are summed, because they may be paid in several transfers. */
  #payBack(who: string, person: Person, day: number): void {
    if (person.due === 0n) return;
    const before = this.payments.find((one) => one.kind === 'fee_credit' && one.who === who && one.day === day);
    if (before !== undefined) before.units += person.due;
    else this.payments.push({ kind: 'fee_credit', who, friend: '', day, units: person.due, points: 0 });
    person.usdt += person.due;
    person.used += person.due;
    person.due = 0n;
  }

  #payCommission(referral: Referral, at: number): void {
    const day = dayOf(at);
    const share = (this.closed(referral, at) * this.#rates.commissionPpm) / 1_000_000n;
    const units = (share / CENT) * CENT - referral.paid;
    if (referral.isHeld || referral.paidDay === day || units === 0n) return;
    const { friend, inviter } = referral;
    this.payments.push({ kind: 'commission', who: inviter, friend, day, units, points: 0 });
    this.of(inviter).usdt += units;
    referral.paid += units;
    referral.paidDay = day;
  }

  #claim({ who, at, task }: ActOf<'claimed'>): string {
    const person = this.of(who);
    const day = dayOf(at);
    const period = { checkin: day, trade_volume: day, deposit: mondayOf(at), checkin_days: mondayOf(at), verified: 0 };
    const claim = `${task} ${period[task]}`;
    if (person.claims.has(claim)) return 'claimed';
    if (!this.#isDone(person, task, at)) return 'task_not_done';
    person.claims.add(claim);
    if (task === 'checkin') person.checkIns.push(day);
    this.#addPoints(who, at, this.#rates.tasks[task].points);
    if (person.isVerified) person.reserved = person.points;
    return 'success';
  }

  #isDone({ volume, paidIn, checkIns, isVerified }: Person, task: Task, at: number): boolean {
    const { required } = this.#rates.tasks[task];
    const today = volume.filter(({ day }) => day === dayOf(at));
    const isOfWeek = (day: number) => day >= mondayOf(at) && day < mondayOf(at) + 7;
    switch (task) {
      case 'checkin':
        return true;
      case 'checkin_days':
        return checkIns.filter(isOfWeek).length >= Number(required);
      case 'trade_volume':
        return sum(today) >= required;
      case 'deposit':
        return paidIn.some(({ day, units }) => isOfWeek(day) && units >= required);
      case 'verified':
        return isVerified;
    }
  }

  /** Converts all whole hundreds. */
  #convert(who: string, at: number): string {
    const person = this.of(who);
    if (!person.isVerified) return 'kyc_required';
    const points = Math.floor(person.points / 100) * 100;
    if (points === 0) return 'points_too_few';
    const units = BigInt(points) * UNITS_PER_POINT;
    this.payments.push({ kind: 'points', who, friend: '', day: dayOf(at), units, points });
    this.#addPoints(who, at, -points);
    person.reserved = Math.max(0, person.reserved - points);
    person.vit += units;
    return 'success';
  }

  #addPoints(who: string, at: number, points: number): void {
    const person = this.of(who);
    person.points += points;
    person.touched = at;
    this.entries.push({ who, day: dayOf(at), points, balance: person.points });
  }
}

const nobody = (): Person => ({
  ...{ isVerified: false, usdt: 0n, btc: 0n, vit: 0n, credit: 0n, used: 0n, due: 0n },
  ...{ paidIn: [], volume: [], claims: new Set<string>(), checkIns: [] },
  ...{ points: 0, reserved: 0, touched: 0 },
});
