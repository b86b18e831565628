import { createContext, useContext } from 'react';
import { CLOSED_DESK, type OrderDesk } from './order-desk.ts';

/** The order desk of pages with positions, which the wallet has too. */
export const DeskContext = createContext<OrderDesk>(CLOSED_DESK);
export const useDesk = (): OrderDesk => useContext(DeskContext);
