import type { Context } from '../../context.ts';
import { customersHandlers } from './customers/customers.ts';
import { personDataHandlers } from './person-data.ts';

/** The data of shoppers: customers, export and erasure. */
export const privacyHandlers = (context: Context) => ({
  ...customersHandlers(context),
  ...personDataHandlers(context),
});
