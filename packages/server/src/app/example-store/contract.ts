// Requests and responses of the endpoints of a store of example data.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../http/endpoint.ts';

/** The endpoints of a store of example data. */
export const exampleStoreContract = {
  /** AUT15: the store of example data of the user, made if there is none. */
  openExampleStore: {
    method: 'POST',
    path: '/panel/api/example-store',
    access: 'signed-in',
    answer: done.extend({ storeId: z.uuid() }),
  },
  /** AUT17: only a store of example data. */
  deleteExampleStore: {
    method: 'POST',
    path: '/panel/api/stores/:storeId/example/delete',
    access: 'changeSettings',
    audit: ['store_deleted'],
    unprotected: 'No shopper is in example data, and it can be made again.',
  },
} as const satisfies Record<string, PanelEndpoint>;
