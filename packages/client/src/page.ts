// What `/client.js` of a service has: the part of the SDK that a page uses to create checkouts.
export { RetomaError } from './errors.ts';
export { CheckoutClient as Retoma } from './checkout-client.ts';
export { signCart } from './signatures.ts';
