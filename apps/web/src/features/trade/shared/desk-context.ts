import { createContext, useContext } from 'react';
import { CLOSED_DESK, type OrderDesk } from './order-desk.ts';

/** The order desk of the pages that show positions, including the wallet. */
export const DeskContext = createContext<OrderDesk>(CLOSED_DESK);
export const useDesk = (): OrderDesk => useContext(DeskContext);
