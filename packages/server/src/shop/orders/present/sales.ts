import { z } from 'zod';

const sum = { cents: z.int(), orders: z.int() };

/** COM41: the sums of sales. `cents` and `orders` are of the received ones alone; the others are never added to them. */
export const sales = z.object({ ...sum, marked: z.object(sum), simulated: z.object(sum) });

/** COM41: where the money of a sale came from. */
export const saleKind = z.enum(['received', 'marked', 'simulated']);
