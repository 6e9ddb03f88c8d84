// What `/client.js` of a service has: the part of the SDK that a page uses to create checkouts and to report carts.
export { CartReporter } from './cart-reporter.ts';
export { RetomaError } from './errors.ts';
export { CheckoutClient as Retoma } from './checkout-client.ts';
export { signCart } from './signatures.ts';
