import { type CoinProfile, emptyProfile } from '../projections/tables/coins.ts';

type Row = readonly [code: string, issueDate: string, maximumSupply: string, intro: string];

/**
 * Facts that do not change: the day, month or year in which a coin or its network started, its maximum supply, and a
 * short introduction.
 */
const rows: readonly Row[] = [
  [
    'USDT',
    '2014-10',
    'unlimited',
    'A token issued by Tether and designed to hold the value of one US dollar. It exists on several networks; Tether issues and redeems it.',
  ],
  [
    'BTC',
    '2009-01-03',
    '21000000',
    'The first cryptocurrency, described by Satoshi Nakamoto in 2008. Miners secure the network by proof of work; every 210,000 blocks, the block reward is halved.',
  ],
  [
    'ETH',
    '2015-07-30',
    'unlimited',
    'The coin of Ethereum, a network that runs programs called smart contracts. Transactions pay fees in ETH; since September 2022, validators secure the network by proof of stake.',
  ],
  [
    'SOL',
    '2020-03',
    'unlimited',
    'The coin of Solana, a network for smart contracts that orders transactions with a verifiable clock called proof of history, and is secured by proof of stake.',
  ],
  [
    'XRP',
    '2012-06',
    '100000000000',
    'The coin of the XRP Ledger, a payment network whose validators agree on each ledger without mining. All XRP was created at the start; transaction fees destroy a little of it.',
  ],
  [
    'BNB',
    '2017-07',
    '',
    'The coin of BNB Chain. It began as a token on Ethereum and now pays the transaction fees of BNB Smart Chain; part of the supply is burned regularly.',
  ],
  [
    'DOGE',
    '2013-12-06',
    'unlimited',
    'A cryptocurrency that Billy Markus and Jackson Palmer started as a joke. It is secured by proof of work and mined together with Litecoin; every block adds 10,000 DOGE.',
  ],
  [
    'ADA',
    '2017-09',
    '45000000000',
    'The coin of Cardano, a network for smart contracts that is secured by the proof-of-stake protocol Ouroboros and developed from peer-reviewed research.',
  ],
  [
    'TRX',
    '2017',
    'unlimited',
    'The coin of TRON, a network for smart contracts whose blocks are produced by elected representatives. It is widely used to transfer USDT.',
  ],
  [
    'AVAX',
    '2020-09-21',
    '720000000',
    'The coin of Avalanche, a platform of several chains that is secured by proof of stake. Transaction fees on its main chains are burned.',
  ],
  [
    'LINK',
    '2017-09',
    '1000000000',
    'The token of Chainlink, a network of oracles that deliver prices and other external data to smart contracts. It began on Ethereum.',
  ],
  [
    'DOT',
    '2020-05-26',
    '',
    'The coin of Polkadot, a network that connects and secures other chains. Its holders stake it and vote on changes to the network.',
  ],
  [
    'LTC',
    '2011-10',
    '84000000',
    'A cryptocurrency that Charlie Lee derived from Bitcoin, with a block every two and a half minutes instead of ten and scrypt as its proof of work.',
  ],
  [
    'BCH',
    '2017-08-01',
    '21000000',
    'A cryptocurrency that split from Bitcoin over the block size. It uses the same proof-of-work algorithm.',
  ],
  [
    'UNI',
    '2020-09',
    '',
    'The governance token of Uniswap, an exchange on Ethereum where anyone can trade tokens against liquidity pools.',
  ],
  [
    'ATOM',
    '2019-03',
    'unlimited',
    'The coin of the Cosmos Hub, a network secured by proof of stake. Chains of the Cosmos ecosystem exchange tokens and messages with each other.',
  ],
  [
    'ETC',
    '2016-07-20',
    '',
    'The coin of the original Ethereum chain, which continued after the fork that returned the funds taken from The DAO. It is still secured by proof of work.',
  ],
  [
    'FIL',
    '2020-10-15',
    '2000000000',
    'The coin of Filecoin, a network on which clients pay storage providers to store files and to prove regularly that they still do.',
  ],
  [
    'NEAR',
    '2020-04',
    'unlimited',
    'The coin of NEAR Protocol, a network for smart contracts that divides its state into shards and is secured by proof of stake.',
  ],
  [
    'XLM',
    '2014-07',
    '',
    'The coin of Stellar, a network for payments and for issuing assets. Its validators reach consensus without mining; in 2019, the Stellar Development Foundation destroyed more than half of the supply.',
  ],
  [
    'POL',
    '2023-10',
    '',
    'The coin of Polygon and the successor to MATIC, which it replaced one for one. It pays fees and secures the Polygon network by proof of stake.',
  ],
  [
    'USDC',
    '2018-09',
    'unlimited',
    'A token issued by Circle and designed to hold the value of one US dollar. It exists on several networks; Circle issues and redeems it.',
  ],
  [
    'VIT',
    '',
    '',
    'The token of this exchange. Clients receive it for points, at 100 points to 1 VIT. It exists only in the exchange’s ledger: it can be traded here, but not deposited or withdrawn.',
  ],
];

/** A price in US dollars and its day in UTC; both empty if the all-time high or low is not known. */
type PriceRecord = readonly [price: string, day: string];

type Figures = readonly [
  code: string,
  ranking: string,
  circulatingSupply: string,
  totalSupply: string,
  allTimeHigh: PriceRecord,
  allTimeLow: PriceRecord,
];

const SOURCE = 'CoinGecko';
const UNKNOWN: PriceRecord = ['', ''];

/**
 * Changing figures, as returned by CoinGecko's API on one of these days, with supplies rounded down to whole coins.
 * Uncertain figures are left empty and shown as N/A: total supplies that the API reported as the maximum supply or
 * below the circulating supply, and all-time lows of coins that are older than CoinGecko's prices. Market caps are
 * computed from our own market, and the responses do not contain market dominance.
 */
const figures: Readonly<Record<string, readonly Figures[]>> = {
  '2026-02-27': [
    ['USDT', '3', '183549673295', '189016610662', ['1.32', '2018-07-24'], ['0.572521', '2015-03-02']],
    ['BTC', '1', '19995671', '19995703', ['126080', '2025-10-06'], UNKNOWN],
    ['ETH', '2', '120692267', '120692267', ['4946.05', '2025-08-24'], ['0.432979', '2015-10-20']],
    ['SOL', '7', '568901886', '621331646', ['293.31', '2025-01-19'], ['0.500801', '2020-05-11']],
    ['XRP', '5', '61090376977', '99985708785', ['3.65', '2025-07-18'], ['0.00268621', '2014-05-22']],
    ['BNB', '4', '136358814', '', ['1369.99', '2025-10-13'], ['0.0398177', '2017-10-19']],
    ['DOGE', '10', '168909873126', '168918963126', ['0.731578', '2021-05-08'], ['0.0000869', '2015-05-06']],
    ['TRX', '8', '94738524494', '94738759380', ['0.431288', '2024-12-04'], ['0.00180434', '2017-11-12']],
    ['USDC', '6', '75227404663', '75227440106', ['1.17', '2019-05-08'], ['0.877647', '2023-03-11']],
  ],
  '2024-08-15': [
    ['ADA', '11', '35611846246', '', ['3.09', '2021-09-02'], ['0.01925275', '2020-03-13']],
    ['AVAX', '15', '395344055', '444690425', ['144.96', '2021-11-21'], ['2.8', '2020-12-31']],
    ['LINK', '19', '608099971', '1000000000', ['52.7', '2021-05-10'], ['0.148183', '2017-11-29']],
    ['DOT', '20', '1400291312', '1481240445', ['54.98', '2021-11-04'], ['2.7', '2020-08-20']],
    ['LTC', '23', '74864983', '', ['410.26', '2021-05-10'], UNKNOWN],
    ['BCH', '18', '19747240', '', ['3785.82', '2017-12-20'], ['76.93', '2018-12-16']],
    ['UNI', '24', '753766667', '1000000000', ['44.92', '2021-05-03'], ['1.03', '2020-09-17']],
    ['ETC', '34', '148339727', '', ['167.09', '2021-05-06'], ['0.615038', '2016-07-25']],
    ['FIL', '42', '577547859', '', ['236.84', '2021-04-01'], ['2.64', '2022-12-16']],
    ['NEAR', '25', '1107181322', '1183246170', ['20.44', '2022-01-16'], ['0.526762', '2020-11-04']],
    ['XLM', '33', '29456146177', '50001786948', ['0.875563', '2018-01-03'], ['0.00047612', '2015-03-05']],
  ],
  '2022-03-21': [['ATOM', '', '', '', ['44.45', '2022-01-17'], ['1.16', '2020-03-13']]],
};

/** What is known of each coin's changing figures. */
const stated = new Map(
  Object.entries(figures).flatMap(([day, rows]) => rows.map((row) => [row[0], statementsOf(day, row)] as const)),
);

function statementsOf(day: string, [, ranking, circulatingSupply, totalSupply, high, low]: Figures) {
  return {
    ...(ranking === '' ? {} : { ranking, figuresDate: day, figuresSource: SOURCE }),
    ...(circulatingSupply === '' ? {} : { circulatingSupply, totalSupply, supplyDate: day, supplySource: SOURCE }),
    allTimeHigh: high[0],
    allTimeHighDate: high[1],
    allTimeLow: low[0],
    allTimeLowDate: low[1],
    recordsDate: day,
    recordsSource: SOURCE,
  };
}

/** The profiles of the sandbox's coins. */
export const coinProfiles: readonly CoinProfile[] = rows.map(([code, issueDate, maximumSupply, intro]) => ({
  ...emptyProfile(code),
  issueDate,
  maximumSupply,
  intro,
  ...stated.get(code),
}));
