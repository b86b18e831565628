/** The handler of each of this module’s endpoints. */
export { udfConfig, udfHistory, udfSearch, udfSymbols, udfTime } from './udf/endpoints.ts';
